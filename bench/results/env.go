package results

// Env is everything besides the algorithms that a result depends on.
type Env struct {
	Tool       string            `json:"tool"`
	Go         string            `json:"go"`
	GOMAXPROCS int               `json:"gomaxprocs"`
	GODEBUG    string            `json:"godebug,omitempty"`
	MPI        string            `json:"mpi"`
	Threads    string            `json:"threads"` // the thread level requested of MPI
	P          int               `json:"p"`
	Args       []string          `json:"args"`
	Seed       uint64            `json:"seed"`
	Start      string            `json:"start"`              // RFC 3339
	Launches   int               `json:"launches,omitempty"` // that the cells are joined from; 0: one
	Sync       string            `json:"sync"`
	Clock      string            `json:"clock"`               // node: one clock for all ranks; offset: hosts were aligned
	Cache      string            `json:"cache,omitempty"`     // Cold or Warm; absent in older files, whose calls used three buffers in turn
	TimeInC    bool              `json:"time_in_c,omitempty"` // native calls and ours are timed in C, without the call from Go
	Started    string            `json:"started,omitempty"`   // how all calls are begun: Nonblocking or Persistent; absent: they are blocking
	Tests      int               `json:"tests,omitempty"`     // for the end of a call, during the computation of Cell.Overlap
	Counts     string            `json:"counts,omitempty"`    // how the words of all calls are divided into blocks, a catalog.Skew; absent: equally, by calls without counts
	Type       string            `json:"type,omitempty"`      // of the words of all calls, if chosen
	Operator   string            `json:"operator,omitempty"`  // of reductions, if chosen; absent: sum
	Root       *int              `json:"root,omitempty"`      // of all calls, if chosen; absent: every rank in turn
	Network    string            `json:"network,omitempty"`
	Map        string            `json:"map,omitempty"`
	Mesh       string            `json:"mesh,omitempty"`      // extents that the mesh algorithms use
	MeshFrom   string            `json:"mesh_from,omitempty"` // origin of the extents
	Labels     []int             `json:"labels,omitempty"`    // Labels[i] is the rank of label i; absent: i itself
	Variables  map[string]string `json:"variables"`           // OMPI_MCA_*, UCX_*, SLURM_*
	Library    map[string]string `json:"library"`             // settings in effect, from MPI_T
	Hosts      []Host            `json:"hosts"`
	Ranks      []Rank            `json:"ranks"`

	MemoryRank    int `json:"memory_rank_bytes,omitempty"`    // of its own that a rank takes at most; 0 in older files
	MemoryMachine int `json:"memory_machine_bytes,omitempty"` // that all ranks of a machine take at most
	MemoryPeak    int `json:"memory_peak_bytes,omitempty"`    // the most that a rank had at the end of a cell; 0 in a partial file

	Oversubscribed bool    `json:"oversubscribed"`
	CoresKnown     bool    `json:"cores_known,omitempty"` // what the cores take of the calls' times is measured: Cell.Unlimited
	CgoFloor       float64 `json:"cgo_floor_ns"`          // an empty cgo call
	ClockCost      float64 `json:"clock_cost_ns"`
	ClockError     float64 `json:"clock_error_ns,omitempty"` // of the clocks of several hosts, at the start
	Overhead       float64 `json:"overhead_ns"`              // a sample of a contender that does nothing
	SkewP50        float64 `json:"skew_p50_ns"`              // start skew of these samples
	SkewP95        float64 `json:"skew_p95_ns"`
}

// Where the words of a call are before it is timed.
const (
	Cold = "cold" // in memory: no cache holds them
	Warm = "warm" // in the caches, as far as they fit, as a call with the same root left them
)

// How calls are started that are then waited for.
const (
	Nonblocking = "nonblocking" // as by MPI_Ibcast
	Persistent  = "persistent"  // as by MPI_Start, of a request of MPI_Bcast_init
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
	Boot      string  `json:"boot"`                // boot id of the kernel: hosts with the same id share the cores of one machine
	Ranks     int     `json:"ranks"`
}

// A Rank is one process.
type Rank struct {
	Host     string `json:"host"`
	Pid      int    `json:"pid"`
	Affinity string `json:"affinity"` // list of CPUs it may run on
	CPU      int    `json:"cpu"`      // on which it last ran
	NUMA     int    `json:"numa"`     // NUMA node of this CPU; -1: not known
}
