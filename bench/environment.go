//go:build cgo

package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"topocoll/bench/results"
	"topocoll/mpi"
)

// aboutRank is what a rank tells the others of itself, short enough for gather.
type aboutRank struct {
	Rank results.Rank
	Host results.Host
}

// environment collects what the result depends on from all ranks; every rank gets the same but for its
// own variables, and rank 0's are the ones that are written.
func (m *machine) environment() (results.Env, error) {
	name := m.hosts[m.world.Rank]
	host := thisHost()
	host.Name = name
	mine, err := json.Marshal(aboutRank{results.Rank{Host: name, Pid: os.Getpid(), Affinity: affinity(), CPU: lastCPU(), NUMA: memoryNode(lastCPU())}, host})
	if err != nil {
		return results.Env{}, err
	}
	texts, err := m.gather(string(mine))
	if err != nil {
		return results.Env{}, err
	}
	env := results.Env{
		Tool: toolVersion(), Go: runtime.Version(), GOMAXPROCS: runtime.GOMAXPROCS(0), GODEBUG: os.Getenv("GODEBUG"),
		MPI: mpi.LibraryVersion(), Threads: "MPI_THREAD_FUNNELED", P: m.world.Size, Args: os.Args[1:], Seed: m.cfg.Seed,
		Start: time.Now().Format(time.RFC3339), Sync: m.cfg.Sync, Clock: "node", Cache: m.cfg.Cache, Network: m.cfg.Network, Map: m.cfg.Map,
		Labels: m.cfg.Placement, Variables: variables(), Library: m.library(),
	}
	env.Mesh, env.MeshFrom = m.meshInForce()
	hosts := map[string]int{}
	for _, text := range texts {
		var about aboutRank
		if err := json.Unmarshal([]byte(text), &about); err != nil {
			return results.Env{}, fmt.Errorf("bench: a rank says of itself %q: %w", text, err)
		}
		env.Ranks = append(env.Ranks, about.Rank)
		at, known := hosts[about.Host.Name]
		if !known {
			at = len(env.Hosts)
			hosts[about.Host.Name] = at
			env.Hosts = append(env.Hosts, about.Host)
		}
		env.Hosts[at].Ranks++
	}
	if len(env.Hosts) > 1 {
		env.Clock = "offset"
	}
	env.Oversubscribed = crowded(env)
	return env, nil
}

// crowded reports whether a machine has more ranks than cores that they may use: online, within the
// cgroup's quota, and in the affinity of one of them. Emulated hosts share a machine.
func crowded(env results.Env) bool {
	boots, ranks, allowed := map[string]string{}, map[string]int{}, map[string]map[int]bool{}
	for _, h := range env.Hosts {
		boots[h.Name], allowed[h.Boot] = h.Boot, map[int]bool{}
	}
	for _, rank := range env.Ranks {
		boot := boots[rank.Host]
		ranks[boot]++
		for _, cpu := range cpus(rank.Affinity) {
			allowed[boot][cpu] = true
		}
	}
	return slices.ContainsFunc(env.Hosts, func(h results.Host) bool {
		cores := h.Cores
		if n := len(allowed[h.Boot]); n > 0 {
			cores = min(cores, n)
		}
		return ranks[h.Boot] > cores
	})
}

func toolVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "topocoll"
	}
	version := "topocoll " + info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			version += " " + s.Value
		}
	}
	return version
}

// variables are those of the environment that steer MPI and the launcher; the rest may hold secrets.
func variables() map[string]string {
	found := map[string]string{}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		for _, prefix := range []string{"OMPI_MCA_", "UCX_", "SLURM_JOB_", "SLURM_NTASKS", "SLURM_NNODES"} {
			if strings.HasPrefix(name, prefix) && !strings.Contains(name, "uri") && !strings.Contains(name, "base_jobid") {
				found[name] = value
			}
		}
	}
	return found
}

// library reads the values that decide which path a message takes.
func (m *machine) library() map[string]string {
	values := map[string]string{}
	for _, name := range []string{"pml", "btl", "btl_vader_eager_limit", "btl_vader_single_copy_mechanism", "btl_tcp_eager_limit", "btl_sm_eager_limit",
		"coll_tuned_priority", "coll_han_priority", "coll_tuned_use_dynamic_rules", "mpi_yield_when_idle"} {
		if value, err := m.world.Setting(name); err == nil {
			values[name] = value
		}
	}
	return values
}
