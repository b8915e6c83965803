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
	"topocoll/internal/host"
	"topocoll/mpi"
	"topocoll/topo/pack"
)

// A Run creates the contenders of all cases of a run. It holds the data that is used beyond one case: the
// forced worlds, the networks, and the shortest times of calls.
type Run struct {
	Options
	Algorithms  *NativeAlgorithms
	Calibration *calibration.Calibration // the zero value until the messages have been timed
	// largest private memory of this rank at the end of a case, in bytes
	Peak int64

	ranks *group.Ranks
	guard *group.Guard
	gompi *gompiWorld // nil if not requested or not available
	// the network with the processes numbered by rank, and with the processes numbered by label; nil: not made
	// yet
	Networks      [2]*pack.Network
	ports         []interface{ Free() } // ports of the current case
	times         callTimes
	allocatedAtGC uint64 // total bytes that Go had allocated when the collector last ran
}

// NewRun returns a run with the given options.
func NewRun(o Options, r *group.Ranks, g *group.Guard) *Run {
	run := &Run{Options: o, Calibration: &calibration.Calibration{}, ranks: r, guard: g, times: callTimes{}}
	run.Algorithms = NewNativeAlgorithms(r.World, o.Counts, o.Native)
	if o.Gompi {
		run.gompi = newGompiWorld()
	}
	return run
}

// Network returns the network between the processes. The processes are numbered by `mapping` or, if it is
// nil, by rank. Network returns nil if there is only one host. Repeated calls return the same network, so
// rank 0 packs the trees of the network only once. Other ranks have only their own parts of the trees.
func (r *Run) Network(mapping []int) *pack.Network {
	if !results.SeveralHosts(r.ranks.Hosts) {
		return nil
	}
	cached := &r.Networks[0]
	if mapping != nil {
		cached = &r.Networks[1]
	}
	if *cached == nil {
		network := bounds.Network(r.Options.Network, r.ranks.Hosts, mapping)
		if *cached = pack.Into(network); r.ranks.World.Rank > 0 {
			*cached = pack.PartOf(network, LabelOf(mapping, r.ranks.World.Rank))
		}
	}
	return *cached
}

// LabelOf returns the label of a rank in a mapping, or the rank if `mapping` is nil.
func LabelOf(mapping []int, rank int) int {
	if mapping == nil {
		return rank
	}
	return slices.Index(mapping, rank)
}

// newPort returns a port for the current case. The port is freed after the case, because no other case can
// use its programs.
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

// lastCallOn returns a function that returns the times of the last call on a port. It returns nil if C code
// does not read these times.
func (r *Run) lastCallOn(port Timer) func() (began, ended int64) {
	if !r.InC {
		return nil
	}
	port.TimeCalls()
	return port.LastCall
}

// callTimes holds the shortest time of each contender and operation.
type callTimes map[string]shortestCall

// A shortestCall is the shortest time of a contender, and the size in bytes at which it was measured.
type shortestCall struct {
	bytes int
	ns    int64
}

// scaledToSize returns the shortest time of a contender at a size. If there is none, it returns the shortest
// time at the previous size, scaled to this size.
func (t callTimes) scaledToSize(key string, bytes int) (usual time.Duration, timed bool) {
	s, timed := t[key]
	return time.Duration(s.ns * int64(max(1, bytes/max(1, s.bytes)))), timed
}

// record records the time of a call if it is the shortest at its size.
func (t callTimes) record(key string, bytes int, ns int64) {
	s, timed := t[key]
	if !timed || s.bytes != bytes || ns < s.ns {
		t[key] = shortestCall{bytes, ns}
	}
}

// minUsualTime is the minimum of usualTime. A rank that shares its core may wait for the core even during a
// short call.
const minUsualTime = 10 * time.Millisecond

// usualTime returns the usual time of a contender's call for the watchdog. Until the contender has been
// timed, it is an estimate of the slowest contender's time.
func (r *Run) usualTime(key string, bytes int) time.Duration {
	usual, timed := r.times.scaledToSize(key, bytes)
	if !timed {
		usual = r.Calibration.LongestCall(bytes)
	}
	return max(minUsualTime, usual)
}

// SaveTimes saves the shortest times, and returns a function that restores them.
func (r *Run) SaveTimes() (restore func()) {
	saved := r.times
	r.times = maps.Clone(saved)
	return func() { r.times = saved }
}

// maxUncollected is the number of bytes that Go may allocate before the garbage collector runs. While calls
// are timed, the collector runs only when collectGarbage starts it, between two repetitions.
const maxUncollected = 4 << 20

// collectGarbage runs the collector if Go has allocated more than maxUncollected bytes since its last run.
func (r *Run) collectGarbage() {
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	if metrics.Read(allocated); allocated[0].Value.Uint64()-r.allocatedAtGC > maxUncollected {
		runtime.GC()
		r.allocatedAtGC = allocated[0].Value.Uint64()
	}
}
