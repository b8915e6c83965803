package results

// Env is what a result depends on besides the algorithms.
type Env struct {
	Tool       string            `json:"tool"`
	Go         string            `json:"go"`
	GOMAXPROCS int               `json:"gomaxprocs"`
	GODEBUG    string            `json:"godebug,omitempty"`
	MPI        string            `json:"mpi"`
	Threads    string            `json:"threads"` // the level MPI was asked for
	P          int               `json:"p"`
	Args       []string          `json:"args"`
	Seed       uint64            `json:"seed"`
	Start      string            `json:"start"`              // RFC 3339
	Launches   int               `json:"launches,omitempty"` // of which the cells are; 0: one
	Sync       string            `json:"sync"`
	Clock      string            `json:"clock"`           // node: one clock for all ranks; offset: hosts were aligned
	Cache      string            `json:"cache,omitempty"` // Cold or Warm; in older files three buffers took turns
	Network    string            `json:"network,omitempty"`
	Map        string            `json:"map,omitempty"`
	Mesh       string            `json:"mesh,omitempty"`      // extents that the rows of the mesh run with
	MeshFrom   string            `json:"mesh_from,omitempty"` // who chose them
	Labels     []int             `json:"labels,omitempty"`    // Labels[i] is the rank of label i; absent: i itself
	Variables  map[string]string `json:"variables"`           // OMPI_MCA_*, UCX_*, SLURM_*
	Library    map[string]string `json:"library"`             // what the library has in force, from MPI_T
	Hosts      []Host            `json:"hosts"`
	Ranks      []Rank            `json:"ranks"`

	Oversubscribed bool    `json:"oversubscribed"`
	CgoFloor       float64 `json:"cgo_floor_ns"` // an empty cgo call
	ClockCost      float64 `json:"clock_cost_ns"`
	ClockError     float64 `json:"clock_error_ns,omitempty"` // of several hosts' clocks, at the start
	Overhead       float64 `json:"overhead_ns"`              // a sample of a contender that does nothing
	SkewP50        float64 `json:"skew_p50_ns"`              // of the start of those samples
	SkewP95        float64 `json:"skew_p95_ns"`
}

// What the words of a call are in before it is timed.
const (
	Cold = "cold" // memory: no cache has them
	Warm = "warm" // the caches, as far as they fit: where a call with the same root left them
)

// A Host is one machine.
type Host struct {
	Name      string  `json:"name"`
	CPU       string  `json:"cpu"`
	Cores     int     `json:"cores"`    // that this job may use: affinity and cgroup quota
	Governor  string  `json:"governor"` // "" where the kernel does not say
	Turbo     string  `json:"turbo"`
	Kernel    string  `json:"kernel"`
	Quota     string  `json:"cgroup_cpu_max,omitempty"`
	Container string  `json:"container,omitempty"` // docker, podman, ... where there is a sign of it
	Load      float64 `json:"load"`                // of the last minute, at the start
	LoadAfter float64 `json:"load_after"`          // at the end; 0 in a partial file
	Boot      string  `json:"boot"`                // of the kernel: hosts with the same one share a machine's cores
	Ranks     int     `json:"ranks"`
}

// A Rank is one process.
type Rank struct {
	Host     string `json:"host"`
	Pid      int    `json:"pid"`
	Affinity string `json:"affinity"` // the list of CPUs it may run on
	CPU      int    `json:"cpu"`      // the one it was last seen on
	NUMA     int    `json:"numa"`     // the memory node of that one; -1: not told
}
