package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topocoll/internal/check"
	"topocoll/topo"
)

// Env describes everything that a result depends on, except the algorithms.
type Env struct {
	Software
	Invocation
	CallForm
	Labelling
	// Environment variables that control MPI and the launcher, by name; for example `OMPI_MCA_*`, `MPIR_CVAR_*`
	// and `UCX_*`.
	Variables map[string]string `json:"variables"`
	// Settings in effect in the library, from MPI_T, by name; for example eager limits and priorities of
	// components.
	Library map[string]string `json:"library"`
	// Hosts, in the order of their first ranks.
	Hosts []Host `json:"hosts"`
	// Processes, in the order of ranks.
	Ranks []Rank `json:"ranks"`
	MemoryUse
	CoreUse
	MeasurementCost
}

// Software holds the versions of the program, Go and MPI.
type Software struct {
	// Name and version of this program, with the date and the commit of its source, and `+dirty` if files had
	// been changed.
	Tool string `json:"tool"`
	// Version of Go.
	Go string `json:"go"`
	// Value of GOMAXPROCS.
	GOMAXPROCS int `json:"gomaxprocs"`
	// Value of GODEBUG. Absent if it is not set.
	GODEBUG string `json:"godebug,omitempty"`
	// Result of MPI_Get_library_version.
	MPI string `json:"mpi"`
	// Thread level requested from MPI.
	Threads string `json:"threads"`
}

// An Invocation describes how the program was started.
type Invocation struct {
	// Number of ranks.
	P int `json:"p"`
	// Command line without the program's name. Flags from `--config` are not included.
	Args []string `json:"args"`
	// Seed of the random order in which the contenders are called.
	Seed uint64 `json:"seed"`
	// Time of the start, in the format of RFC 3339.
	Start string `json:"start_time"`
	// Number of launches. The rest of `env` is from the first launch, except `oversubscribed`, which is true if
	// it is true for any launch. Absent with one launch.
	Launches int `json:"launches,omitempty"`
}

// A CallForm holds the settings of the calls of all cells.
type CallForm struct {
	// How a sample starts: `dissem`, `round` or `barrier`. A cell may have its own value.
	Sync string `json:"sync"`
	// `node`: all ranks read one clock. `offset`: the clocks of several hosts were aligned for every cell, and
	// their drift is modelled as linear.
	Clock string `json:"clock"`
	// Location of a call's data when the call starts. `cold`: in memory, and in no cache. `warm`: where a call
	// with the same root left the data. Absent in a file that did not come from `bench`.
	Cache string `json:"cache,omitempty"`
	// C code reads the clock for native calls, our algorithms and plans (`--time-in-c`), so the measured time
	// does not include the overhead of calling C from Go. Absent otherwise.
	TimeInC bool `json:"time_in_c,omitempty"`
	// `nonblocking` (`--nonblocking`: MPI_Ibcast and so on, then a wait) or `persistent` (`--persistent`:
	// MPI_Start of a request of MPI_Bcast_init and so on). Absent for blocking calls.
	RequestKind string `json:"calls,omitempty"`
	// Number of MPI_Test calls during the computation of `overlap` (`--tests`). Absent if there are none.
	Tests int `json:"tests,omitempty"`
	// Count distribution of calls with a count for each rank (`--counts`): `equal`, `linear`, `big`, `zero`,
	// `random` or `random:SEED`. Absent for calls without counts.
	Counts string `json:"count_distribution,omitempty"`
	// Type of the words of all calls (`--type`). Absent if each cell has its own type.
	Type string `json:"type,omitempty"`
	// Operator of the reductions (`--operator`). Absent if the flag was not set; the operator is then `sum`.
	Operator string `json:"operator,omitempty"`
	// How late the ranks enter the calls (`--arrival`), such as `last:100us`. Absent if all ranks enter at the
	// same time.
	Arrival string `json:"arrival,omitempty"`
	// Root of all rooted calls (`--root`). Absent if every rank is the root in turn.
	Root *int `json:"root,omitempty"`
}

// A Labelling holds the network, the mesh and the label of each rank.
type Labelling struct {
	// Network between the ranks: `torus:4x4@200mbit`, or `star:4@100mbit,slots=4` if every host has room for
	// four ranks. A network from a file is its list of links: `links:h0-s0=1gbit,h1>s0=100mbit`. Absent if
	// unknown.
	Network string `json:"network,omitempty"`
	// Value of `--map`: the label of each rank. Absent if it was not set.
	Map string `json:"mapping,omitempty"`
	// Extents that the mesh algorithms use: `2x4`. Absent if no algorithm uses a mesh.
	Mesh string `json:"mesh,omitempty"`
	// Origin of the extents: `dims` (`--dims`), `network` (the network's own extents) or `square` (the default,
	// as square as possible). Absent if `mesh` is absent.
	MeshFrom string `json:"mesh_from,omitempty"`
	// Rank of each label, in the order of labels. Absent if label i is rank i.
	Labels []int `json:"labels,omitempty"`
}

// MemoryUse holds the amounts of memory that the ranks allocate.
type MemoryUse struct {
	// Maximum over the ranks of the memory that a rank allocates for itself, computed before the run. Rank 0
	// needs the most, because it stores the samples. Absent if unknown.
	MemoryRank int `json:"memory_rank_bytes,omitempty"`
	// Maximum over the machines of the memory that the ranks of one machine allocate, including shared memory.
	// Absent if unknown.
	MemoryMachine int `json:"memory_machine_bytes,omitempty"`
	// Largest private memory of any rank, as measured at the end of each case. Absent in a partial file.
	MemoryPeak int `json:"memory_peak_bytes,omitempty"`
}

// CoreUse describes whether every rank had a core.
type CoreUse struct {
	// There are more ranks than cores, so times include scheduling delays.
	Oversubscribed bool `json:"oversubscribed"`
	// Number of usable cores of the machine that has more ranks than cores. Absent if there is no such machine.
	Cores int `json:"usable_cores,omitempty"`
	// Verdicts are given although the run is oversubscribed, because the time that calls wait for cores is
	// measured (`unlimited_ns`). Absent otherwise.
	CoresKnown bool `json:"cores_known,omitempty"`
}

// A MeasurementCost holds the time that the measurement itself takes.
type MeasurementCost struct {
	// Time of an empty call from Go to C.
	CgoFloor float64 `json:"cgo_floor_ns"`
	// Time of reading the clock once.
	ClockCost float64 `json:"clock_cost_ns"`
	// Largest possible error between the clocks of the hosts at the start. Absent if all ranks are on one host.
	ClockError float64 `json:"clock_error_ns,omitempty"`
	// Median time of an empty sample, which contains no call.
	Overhead float64 `json:"overhead_ns"`
	// Median start skew of empty samples: last start minus first start.
	SkewP50 float64 `json:"start_skew_p50_ns"`
	// 95th percentile of the start skew of empty samples.
	SkewP95 float64 `json:"start_skew_p95_ns"`
}

// Locations of a call's data when the call starts.
const (
	Cold = "cold" // in memory, and in no cache
	Warm = "warm" // in the caches, as far as they have room, because a call with the same root used the data
)

// Kinds of request with which a call is completed after its start.
const (
	Nonblocking = "nonblocking" // such as MPI_Ibcast
	Persistent  = "persistent"  // such as MPI_Start of a request of MPI_Bcast_init
)

// A Host is one host of the run. Emulated hosts share a machine.
type Host struct {
	// Name of the host.
	Name string `json:"name"`
	// Model of the processor.
	CPU string `json:"cpu"`
	// Number of online CPUs, limited by the cgroup quota.
	Cores int `json:"cores"`
	// Governor of the first core; empty if the kernel does not report it.
	Governor string `json:"governor"`
	// State of the turbo mode; empty if the kernel does not report it.
	Turbo string `json:"turbo"`
	// Release of the kernel.
	Kernel string `json:"kernel"`
	// Content of cpu.max. Absent without a limit.
	Quota string `json:"cgroup_cpu_max,omitempty"`
	// `docker`, `podman` or the value of `$container`. Absent outside a container.
	Container string `json:"container,omitempty"`
	// Load average over the minute before the start.
	Load float64 `json:"load"`
	// Load average at the end; 0 in a partial file.
	LoadAfter float64 `json:"load_after"`
	// Boot id of the kernel. Hosts with the same id share the cores of one machine.
	Boot string `json:"boot"`
	// Number of ranks on this host.
	Ranks int `json:"ranks"`
}

// A Rank is one process.
type Rank struct {
	// Name of a host in `hosts`.
	Host string `json:"host"`
	// Process id.
	Pid int `json:"pid"`
	// CPUs on which the process may run: `0-3,8`.
	Affinity string `json:"affinity"`
	// CPU on which the process last ran.
	CPU int `json:"cpu"`
	// NUMA node of `cpu`; -1 if the kernel does not report it.
	NUMA int `json:"numa"`
}

// CallOptions lists the options that the user chose for all calls: "type int32, operator max, root 0". It
// returns "" if the user chose none.
func (e Env) CallOptions() string {
	var chosen []string
	if e.RequestKind != "" {
		chosen = append(chosen, fmt.Sprintf("%s, timed from start to wait", e.RequestKind))
	}
	if e.Tests > 0 {
		chosen = append(chosen, check.FormatCount(e.Tests, "test")+" while computing")
	}
	if e.Arrival != "" {
		chosen = append(chosen, "arrival "+e.Arrival)
	}
	if e.Counts != "" {
		chosen = append(chosen, "counts "+e.Counts)
	}
	if e.Type != "" {
		chosen = append(chosen, "type "+e.Type)
	}
	if e.Operator != "" {
		chosen = append(chosen, "operator "+e.Operator)
	}
	if e.Root != nil {
		chosen = append(chosen, fmt.Sprintf("root %d", *e.Root))
	}
	return strings.Join(chosen, ", ")
}

// TimesFrom returns "from C" or "from Go", depending on where the clock is read.
func (e Env) TimesFrom() string {
	if e.TimeInC {
		return "from C"
	}
	return "from Go"
}

// Release returns the name and the version of the library.
func (e Env) Release() string {
	release, _, _ := strings.Cut(e.MPI, ",")
	return release
}

// HostLines returns one or more lines that describe the hosts. Adjacent hosts share a line if they have the
// same number of ranks, number of cores, CPU and kernel.
func (e Env) HostLines() []string {
	var lines []string
	for at := 0; at < len(e.Hosts); {
		h, alike := e.Hosts[at], 1
		for at+alike < len(e.Hosts) && e.Hosts[at+alike].sameSystem(h) {
			alike++
		}
		where := h.Name
		if alike > 1 {
			where = fmt.Sprintf("%s to %s (%d hosts", h.Name, e.Hosts[at+alike-1].Name, alike)
			if h.Boot != "" && h.Boot == e.Hosts[at+1].Boot {
				where += " on one machine"
			}
			where += ")"
		}
		lines = append(lines, fmt.Sprintf("%s: %s on %s, %s, Linux %s", where, check.FormatCount(alike*h.Ranks,
			"rank"), check.FormatCount(h.Cores, "core"), h.CPU, h.Kernel))
		at += alike
	}
	return lines
}

func (h Host) sameSystem(other Host) bool {
	return h.Ranks == other.Ranks && h.Cores == other.Cores && h.CPU == other.CPU && h.Kernel == other.Kernel
}

// MeshText describes the mesh: its extents and where they come from. It returns "" if no algorithm of the run
// uses a mesh.
func (e Env) MeshText() string {
	if e.Mesh == "" {
		return ""
	}
	from := map[string]string{MeshFromNetwork: "the extents of the network",
		MeshFromSquare: "as square as possible"}
	return e.Mesh + ", " + cmp.Or(from[e.MeshFrom], "set by --dims")
}

// Origins of the extents of the mesh.
const (
	MeshFromDims    = "dims"    // --dims
	MeshFromNetwork = "network" // the extents of the network
	MeshFromSquare  = "square"  // the default, as square as possible
)

// LinksKnown reports whether the first p ranks are on several hosts, joined by links of known rate.
func (e Env) LinksKnown(p int) bool {
	_, _, known := e.Links(p)
	return known
}

// Links returns the network between the hosts of the first p ranks, and the time in ns to transfer one byte
// over a link of capacity 1. The result `known` is false if the ranks share one host, or if the rate of the
// links is unknown.
func (e Env) Links(p int) (network topo.Network, perByte float64, known bool) {
	spec, err := topo.ParseFabric(e.Network)
	if err != nil || spec.UnitRate() == 0 || !e.severalHosts(p) {
		return nil, 0, false
	}
	return spec.Network, 8e9 / spec.UnitRate(), true
}

func (e Env) severalHosts(p int) bool { return SeveralHosts(e.RankHosts(p)) }

// SeveralHosts reports whether a list of hosts, one entry for each rank, contains more than one host.
func SeveralHosts(hosts []string) bool {
	return slices.ContainsFunc(hosts, func(host string) bool { return host != hosts[0] })
}

// RankHosts returns the host of each of the first p ranks. If the file does not contain the hosts of the
// ranks, it returns a separate host for each rank.
func (e Env) RankHosts(p int) (hosts []string) {
	for i := range p {
		if len(e.Ranks) < p {
			hosts = append(hosts, topo.HostName(i))
		} else {
			hosts = append(hosts, e.Ranks[i].Host)
		}
	}
	return hosts
}

// HostsOf returns the host of each of the first p ranks, or nil if all ranks share a host.
func (e Env) HostsOf(p int) []string {
	if !e.severalHosts(p) {
		return nil
	}
	return e.RankHosts(p)
}

// OrderByHost returns all ranks, grouped by host. The groups are in the order in which the hosts first
// appear.
func OrderByHost(hosts []string) []int {
	ranks := topo.Integers(len(hosts))
	slices.SortStableFunc(ranks, func(a, b int) int {
		return slices.Index(hosts,
			hosts[a]) - slices.Index(hosts, hosts[b])
	})
	return ranks
}

// NetworkTitle returns a short name of a network. For a list of links it returns the numbers of hosts,
// switches and cables.
func NetworkTitle(network string) string {
	if spec, err := topo.ParseSpec(network); err == nil && strings.HasPrefix(network, "links:") {
		return topo.Title(spec.Network)
	}
	return network
}
