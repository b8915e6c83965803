//go:build cgo

package contender

import (
	"maps"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"

	"topocoll/bench/calibration"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/bench/results/bounds"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/internal/host"
	"topocoll/mpi"
	"topocoll/topo/pack"
)

// A Run makes the contenders of all cases of a run. It has what outlives a case: the forced worlds, the
// networks, and how long calls took.
type Run struct {
	Options
	Calibration *calibration.Calibration // nil until there is one
	Peak        int64                    // the most memory of its own that this rank has had at the end of a case

	ranks    *group.Ranks
	guard    *group.Guard
	gompi    *gompiWorld // nil if not requested or not available
	forced   map[catalog.Collective][]forcedWorld
	allNames []string                // of the native algorithms of all operations of the run
	Networks [2]*pack.Network        // between the processes, in the order of their ranks and of their labels
	ports    []interface{ Free() }   // of the current case
	shortest map[string]shortestCall // by contender and operation
	heap     uint64                  // bytes that Go had allocated, in all, when the collector ran last
}

// NewRun returns a run with these options.
func NewRun(o Options, r *group.Ranks, g *group.Guard) *Run {
	run := &Run{Options: o, Calibration: &calibration.Calibration{}, ranks: r, guard: g}
	run.forced, run.shortest = map[catalog.Collective][]forcedWorld{}, map[string]shortestCall{}
	if o.Gompi {
		run.gompi = newGompiWorld()
	}
	return run
}

// Network returns the network between the processes, in the order of a placement or of their ranks; nil on
// one host. It returns the same one every time, so its trees are packed once, on rank 0. The other ranks have
// their parts of it.
func (r *Run) Network(placement []int) *pack.Network {
	if !results.SeveralHosts(r.ranks.Hosts) {
		return nil
	}
	cached := &r.Networks[0]
	if placement != nil {
		cached = &r.Networks[1]
	}
	if *cached == nil {
		network := bounds.Network(r.Options.Network, r.ranks.Hosts, placement)
		if *cached = pack.Into(network); r.ranks.World.Rank > 0 {
			*cached = pack.PartOf(network, LabelOf(placement, r.ranks.World.Rank))
		}
	}
	return *cached
}

// LabelOf returns the label of a rank in a placement, or the rank if there is no placement.
func LabelOf(placement []int, rank int) int {
	if placement == nil {
		return rank
	}
	return slices.Index(placement, rank)
}

// newPort returns a port for the contenders of a case, which is freed with the case: its programs are of no
// use to another case.
func newPort[T words.Number](r *Run, world *mpi.World) *mpi.Port[T] {
	port := mpi.NewPort[T](world)
	port.Programs().Limit = ProgramsAtMost
	r.ports = append(r.ports, port)
	return port
}

func (r *Run) freePorts() {
	r.Peak = max(r.Peak, host.OwnMemory())
	for _, port := range r.ports {
		port.Free()
	}
	r.ports = nil
}

// took returns the function that reads the times of the last call on a port; nil if they are not read in C.
func (r *Run) took(port Timer) func() (began, ended int64) {
	if !r.InC {
		return nil
	}
	port.TimeCalls()
	return port.LastCall
}

// A shortestCall is the shortest time of a contender, and the size in bytes at which it was measured.
type shortestCall struct {
	bytes int
	ns    int64
}

// fewestUsual is how long a call may always take, because a rank that shares its core must wait for its turn.
const fewestUsual = 10 * time.Millisecond

// usualTime returns the usual time of a contender's call for the watchdog: its shortest time at this size or,
// scaled, at the previous size. Before there is one, it is an estimate of the slowest contender's time.
func (r *Run) usualTime(key string, bytes int) time.Duration {
	s, measured := r.shortest[key]
	if !measured {
		return max(fewestUsual, r.Calibration.LongestCall(bytes))
	}
	return max(fewestUsual, time.Duration(s.ns*int64(max(1, bytes/max(1, s.bytes)))))
}

// noteTime records the time of a call if it is the shortest at its size.
func (r *Run) noteTime(key string, bytes int, ns int64) {
	s, measured := r.shortest[key]
	if !measured || s.bytes != bytes || ns < s.ns {
		r.shortest[key] = shortestCall{bytes, ns}
	}
}

// uncollected is how many bytes Go may allocate before the collector runs. While calls are timed it runs only
// when it is told to, between two repetitions.
const uncollected = 4 << 20

// collect runs the collector if there is enough to collect.
func (r *Run) collect() {
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	if metrics.Read(allocated); allocated[0].Value.Uint64()-r.heap > uncollected {
		runtime.GC()
		r.heap = allocated[0].Value.Uint64()
	}
}

// SaveTimes returns a function that restores the shortest times: what is noted until then does not count.
func (r *Run) SaveTimes() (restore func()) {
	saved := r.shortest
	r.shortest = maps.Clone(saved)
	return func() { r.shortest = saved }
}
