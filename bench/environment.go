//go:build cgo

package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/build"
	"topocoll/internal/host"
	"topocoll/internal/job"
	"topocoll/mpi"
)

// A rankDescription describes a rank and its host to other ranks, as JSON that fits Ranks.Texts.
type rankDescription struct {
	Rank results.Rank
	Host results.Host
}

// describeEnvironment collects the environment from all ranks. Every rank gets the same result, except that
// Variables has the rank's own environment variables. The result file has rank 0's variables.
func (b *bench) describeEnvironment() (results.Env, error) {
	name := b.ranks.Hosts[b.ranks.World.Rank]
	mine, err := json.Marshal(rankDescription{thisRank(name), thisHost(name)})
	if err != nil {
		return results.Env{}, err
	}
	texts, err := b.ranks.Texts(string(mine))
	if err != nil {
		return results.Env{}, err
	}
	env := results.Env{
		Software: results.Software{Tool: build.Tool(), Go: runtime.Version(),
			GOMAXPROCS: runtime.GOMAXPROCS(0), GODEBUG: os.Getenv("GODEBUG"), MPI: mpi.LibraryVersion(),
			Threads: "MPI_THREAD_FUNNELED"},
		Invocation: results.Invocation{P: b.ranks.World.Size, Args: os.Args[1:], Seed: b.cfg.Seed,
			Start: time.Now().Format(time.RFC3339)},
		CallForm: results.CallForm{Sync: b.cfg.Sync, Arrival: b.cfg.Arrival.String(), Clock: "node",
			Cache: b.cfg.Cache, TimeInC: b.cfg.InC, RequestKind: b.cfg.RequestKind, Counts: string(b.cfg.Counts),
			Tests: b.cfg.Tests},
		Labelling: results.Labelling{Network: b.cfg.Network, Map: b.cfg.Map, Labels: b.cfg.Mapping},
		Variables: variables(), Library: librarySettings(b.ranks.World, b.cfg.Ops()),
	}
	env.Type, env.Operator, env.Root = b.cfg.Type, b.cfg.Operator, b.cfg.Root
	env.Mesh, env.MeshFrom = b.cfg.meshInEffect(b.ranks.World.Size)
	hosts := map[string]int{}
	for _, text := range texts {
		var about rankDescription
		if err := json.Unmarshal([]byte(text), &about); err != nil {
			return results.Env{}, fmt.Errorf("bench: invalid description of a rank: %q: %w", text, err)
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
	env.Cores = scarceCores(env)
	env.Oversubscribed = env.Cores > 0
	return env, nil
}

func thisRank(name string) results.Rank {
	cpu := host.LastCPU()
	return results.Rank{Host: name, Pid: os.Getpid(), Affinity: host.Affinity(), CPU: cpu,
		NUMA: host.NUMANode(cpu)}
}

func thisHost(name string) results.Host {
	return results.Host{
		Name: name, CPU: host.CPU(), Cores: host.UsableCores(), Governor: host.Governor(),
		Turbo: host.Turbo(), Kernel: host.Kernel(),
		Quota: host.Quota(), Container: host.Container(), Load: host.Load(), Boot: host.Boot(),
	}
}

// scarceCores returns the number of usable cores of the first machine with fewer usable cores than ranks, or
// 0 if there is no such machine. A core is usable if it is online, within the cgroup's quota, and in the
// affinity mask of at least one rank. Emulated hosts share one machine.
func scarceCores(env results.Env) int {
	boots, ranks, allowed := map[string]string{}, map[string]int{}, map[string]map[int]bool{}
	for _, h := range env.Hosts {
		boots[h.Name], allowed[h.Boot] = h.Boot, map[int]bool{}
	}
	for _, rank := range env.Ranks {
		boot := boots[rank.Host]
		ranks[boot]++
		for _, cpu := range host.CPUs(rank.Affinity) {
			allowed[boot][cpu] = true
		}
	}
	for _, h := range env.Hosts {
		cores := h.Cores
		if n := len(allowed[h.Boot]); n > 0 {
			cores = min(cores, n)
		}
		if ranks[h.Boot] > cores {
			return cores
		}
	}
	return 0
}

// variables returns the environment variables that control MPI and the launcher. It omits all other
// variables, because they may hold secrets. It also omits variables that name the folders of this job.
func variables() map[string]string {
	found := map[string]string{}
	mark := job.CurrentContext().Name
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		if mark != "" && strings.Contains(value, mark) {
			continue
		}
		for _, prefix := range []string{"OMPI_MCA_", "MPIR_CVAR_", "MPICH_", "HYDRA_", "I_MPI_", "MV2_",
			"FI_", "UCX_", "SLURM_JOB_", "SLURM_NTASKS", "SLURM_NNODES"} {
			if strings.HasPrefix(name, prefix) && !strings.Contains(name, "uri") &&
				!strings.Contains(name, "base_jobid") {
				found[name] = value
			}
		}
	}
	return found
}

// settings lists the library's variables for its transport, its protocols and its coll component. They differ
// between versions: Open MPI 5 has "sm" instead of "vader", has "smsc" for single copies, and prefers "han"
// to "tuned".
var settings = map[mpi.Library][]string{
	mpi.OpenMPI: {"pml", "btl", "btl_vader_eager_limit", "btl_vader_single_copy_mechanism",
		"btl_tcp_eager_limit", "btl_sm_eager_limit", "smsc",
		"coll", "coll_tuned_priority", "coll_han_priority", "coll_tuned_use_dynamic_rules",
		"coll_tuned_dynamic_rules_filename", "coll_han_use_dynamic_file_rules",
		"coll_han_dynamic_rules_filename", "mpi_yield_when_idle"},
	mpi.MPICH: {"MPIR_CVAR_CH4_NETMOD", "MPIR_CVAR_CH4_SHM", "MPIR_CVAR_CH4_SHM_POSIX_IQUEUE_CELL_SIZE",
		"MPIR_CVAR_CH4_OFI_EAGER_MAX_MSG_SIZE",
		"MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE", "MPIR_CVAR_DEVICE_COLLECTIVES",
		"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE", "MPIR_CVAR_POLLS_BEFORE_YIELD"},
}

// librarySettings returns the values of the variables in `settings` that exist in the library. It also
// returns Open MPI's variables that force an algorithm for an operation of the run, for example in
// openmpi-mca-params.conf.
func librarySettings(w *mpi.World, ops []catalog.Collective) map[string]string {
	values := map[string]string{}
	for _, name := range settings[mpi.BuiltFor()] {
		if value, err := w.Setting(name); err == nil {
			values[name] = value
		}
	}
	for _, op := range ops {
		function := strings.ToLower(strings.TrimPrefix(op.MPI(), "MPI_"))
		name := "coll_tuned_" + function + "_algorithm"
		if value, err := w.Setting(name); err == nil && value != "ignore" {
			values[name] = value
		}
	}
	return values
}
