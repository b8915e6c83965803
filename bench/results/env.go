package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topocoll/topo"
)

// Env describes everything except the algorithms that a result depends on.
type Env struct {
	Tool       string   `json:"tool"`
	Go         string   `json:"go"`
	GOMAXPROCS int      `json:"gomaxprocs"`
	GODEBUG    string   `json:"godebug,omitempty"`
	MPI        string   `json:"mpi"`
	Threads    string   `json:"threads"` // the thread level requested of MPI
	P          int      `json:"p"`
	Args       []string `json:"args"`
	Seed       uint64   `json:"seed"`
	Start      string   `json:"start"`              // RFC 3339
	Launches   int      `json:"launches,omitempty"` // launches that the cells are joined from; 0: one
	Sync       string   `json:"sync"`
	// node: one clock for all ranks; offset: the hosts' clocks were aligned
	Clock string `json:"clock"`
	// Cold or Warm; absent in older files, whose calls cycled through three buffers
	Cache string `json:"cache,omitempty"`
	// C reads the clock for native calls and our algorithms, so the call from Go is not timed
	TimeInC bool `json:"time_in_c,omitempty"`
	// Nonblocking or Persistent; absent: blocking calls
	Started string `json:"started,omitempty"`
	// number of MPI_Test calls during the computation of Cell.Overlap
	Tests int `json:"tests,omitempty"`
	// count distribution of all calls, a catalog.Skew; absent: calls without counts
	Counts   string `json:"counts,omitempty"`
	Type     string `json:"type,omitempty"`     // type of the words, if chosen
	Operator string `json:"operator,omitempty"` // operator of reductions, if chosen; absent: sum
	// root of all calls, if chosen; absent: every rank in turn
	Root     *int   `json:"root,omitempty"`
	Network  string `json:"network,omitempty"`
	Map      string `json:"map,omitempty"`
	Mesh     string `json:"mesh,omitempty"`      // extents that the mesh algorithms use
	MeshFrom string `json:"mesh_from,omitempty"` // origin of the extents
	// Labels[i] is the rank of label i; absent: i itself
	Labels    []int             `json:"labels,omitempty"`
	Variables map[string]string `json:"variables"` // OMPI_MCA_*, UCX_*, SLURM_*
	Library   map[string]string `json:"library"`   // settings in effect, from MPI_T
	Hosts     []Host            `json:"hosts"`
	Ranks     []Rank            `json:"ranks"`

	// the most memory that a rank allocates; 0 in older files
	MemoryRank int `json:"memory_rank_bytes,omitempty"`
	// the most memory that all ranks of a machine allocate
	MemoryMachine int `json:"memory_machine_bytes,omitempty"`
	// the largest memory of a rank at the end of a cell; 0 in a partial file
	MemoryPeak int `json:"memory_peak_bytes,omitempty"`

	Oversubscribed bool `json:"oversubscribed"`
	// the time that calls wait for cores is measured: Cell.Unlimited
	CoresKnown bool    `json:"cores_known,omitempty"`
	CgoFloor   float64 `json:"cgo_floor_ns"` // an empty cgo call
	ClockCost  float64 `json:"clock_cost_ns"`
	// error of the clocks of several hosts, at the start
	ClockError float64 `json:"clock_error_ns,omitempty"`
	Overhead   float64 `json:"overhead_ns"` // time of a sample of an empty contender
	SkewP50    float64 `json:"skew_p50_ns"` // start skew of these samples
	SkewP95    float64 `json:"skew_p95_ns"`
}

// Where the words of a call are when it starts.
const (
	Cold = "cold" // in memory: no cache holds them
	Warm = "warm" // in the caches as far as they fit, since a call with the same root used them
)

// Kinds of calls that are started first and completed later.
const (
	Nonblocking = "nonblocking" // such as MPI_Ibcast
	Persistent  = "persistent"  // such as MPI_Start of a request of MPI_Bcast_init
)

// A Host is one host of the run. Emulated hosts share a machine.
type Host struct {
	Name      string  `json:"name"`
	CPU       string  `json:"cpu"`
	Cores     int     `json:"cores"`    // online, within the cgroup quota
	Governor  string  `json:"governor"` // "" if the kernel does not say
	Turbo     string  `json:"turbo"`
	Kernel    string  `json:"kernel"`
	Quota     string  `json:"cgroup_cpu_max,omitempty"`
	Container string  `json:"container,omitempty"` // docker, podman, ...
	Load      float64 `json:"load"`                // average over the last minute, at the start
	LoadAfter float64 `json:"load_after"`          // at the end; 0 in a partial file
	// boot id of the kernel; hosts with the same id share the cores of one machine
	Boot  string `json:"boot"`
	Ranks int    `json:"ranks"`
}

// A Rank is one process.
type Rank struct {
	Host     string `json:"host"`
	Pid      int    `json:"pid"`
	Affinity string `json:"affinity"` // list of CPUs it may run on
	CPU      int    `json:"cpu"`      // on which it last ran
	NUMA     int    `json:"numa"`     // NUMA node of this CPU; -1: not known
}

// CallOptions lists the options of all calls that the user chose: "type int32, operator max, root
// 0". It returns "" if the user chose none.
func (e Env) CallOptions() string {
	var chosen []string
	if e.Started != "" {
		chosen = append(chosen, fmt.Sprintf("%s, started and waited for", e.Started))
	}
	if e.Tests > 0 {
		chosen = append(chosen, FormatCount(e.Tests, "test")+" while computing")
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

// TimesFrom returns the language that reads the clock: "from C" or "from Go".
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

// HostLines describes the hosts. Adjacent hosts with the same hardware share a line.
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
		lines = append(lines, fmt.Sprintf("%s: %s on %s, %s, Linux %s", where, FormatCount(alike*h.Ranks,
			"rank"), FormatCount(h.Cores, "core"), h.CPU, h.Kernel))
		at += alike
	}
	return lines
}

func (h Host) sameSystem(other Host) bool {
	return h.Ranks == other.Ranks && h.Cores == other.Cores && h.CPU == other.CPU && h.Kernel == other.Kernel
}

// FormatCount formats a number with its noun: "1 core", "2 cores".
func FormatCount(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// MeshText returns the extents of the mesh algorithms and their origin. It returns "" if the run
// has no mesh algorithm.
func (e Env) MeshText() string {
	if e.Mesh == "" {
		return ""
	}
	from := map[string]string{MeshFromNetwork: "the network's", MeshFromSquare: "as square as possible"}
	return e.Mesh + ", " + cmp.Or(from[e.MeshFrom], "--dims")
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

// Links returns the network between the hosts of the first p ranks, and the time in ns of a byte on
// a link of capacity 1.
func (e Env) Links(p int) (network topo.Network, perByte float64, known bool) {
	spec, err := topo.ParseFabric(e.Network)
	if err != nil || spec.UnitRate() == 0 || !e.severalHosts(p) {
		return nil, 0, false
	}
	return spec.Network, 8e9 / spec.UnitRate(), true
}

func (e Env) severalHosts(p int) bool { return SeveralHosts(e.RankHosts(p)) }

// SeveralHosts reports whether a list of the ranks' hosts has more than one host.
func SeveralHosts(hosts []string) bool {
	return slices.ContainsFunc(hosts, func(host string) bool { return host != hosts[0] })
}

// RankHosts returns the host of each of the first p ranks. If the file does not say where the ranks
// are, each has its own host.
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

// HostsOf returns RankHosts, or nil if all ranks share a host.
func (e Env) HostsOf(p int) []string {
	if !e.severalHosts(p) {
		return nil
	}
	return e.RankHosts(p)
}

// OrderByHost returns the ranks grouped by host, in the order in which the hosts first appear.
func OrderByHost(hosts []string) []int {
	ranks := make([]int, len(hosts))
	for i := range ranks {
		ranks[i] = i
	}
	slices.SortStableFunc(ranks, func(a, b int) int {
		return slices.Index(hosts,
			hosts[a]) - slices.Index(hosts, hosts[b])
	})
	return ranks
}
