//go:build cgo

package bench

import (
	"time"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/internal/cluster"
	"topocoll/internal/job/watchdog"
	"topocoll/internal/packing"
	"topocoll/mpi"
	"topocoll/topo/pack"
)

// A measurer is the ranks that a benchmark runs on, and everything it needs except the contenders.
type measurer struct {
	world   *mpi.World
	cfg     Config
	times   *mpi.Port[int64]
	gate    *comm.Comm[uint8]
	port    *mpi.Port[uint8]   // the port of the gate
	hosts   []string           // host name of every rank
	here    int                // number of ranks on this machine
	now     func() int64       // reads this host's clock, ns
	drift   drift              // of this host's clock from that of rank 0's host
	unsure  int64              // ns: the largest error of any host's clock; 0 on one host
	sync    string             // how samples start at present
	ahead   int64              // ns from the announcement of a start time to the start, with --sync round
	late    int64              // 1 if this rank missed the last start time
	gompi   *gompiWorld        // nil if not requested or not available
	timed   []results.Message  // times of single messages
	perByte float64            // ns that a link takes for a byte; 0: not known
	model   coll.Machine       // for auto, and for who enters a race
	entered []string           // the rows of other libraries that are in the present race, with Likely
	left    []string           // what is left out of the current cells, and why
	meter   *meter             // nil if links cannot be counted
	crowded bool               // there are more ranks than cores
	rates   *cluster.Rates     // of the links, which may be taken off; otherwise nil
	watch   *watchdog.Watchdog // nil if there is none
	does    string             // what the ranks do, for the watchdog
	usual   time.Duration      // usual time of the next step; 0: not known
	most    time.Duration      // of a step of a preparation; see work
	known   map[string]known   // by contender and operation
	arena   arena              // holds the words of calls
	links   [2]*pack.Network   // between the processes, in the order of their ranks and of their labels; see packed

	speed float64 // see loopsPerNs
	sum   float64 // of what was computed, so that it has to be

	worlds map[catalog.Collective][]forcedWorld
	ports  []interface{ Free() } // of the current trial
	peak   int64                 // the most memory of its own that this rank has had, as far as it has looked
	heap   uint64                // bytes that Go had allocated, in all, when the collector ran last
}

func newMeasurer(w *mpi.World, cfg Config) (*measurer, error) {
	m := &measurer{
		world: w, cfg: cfg, times: mpi.NewPort[int64](w), port: mpi.NewPort[uint8](w), worlds: map[catalog.Collective][]forcedWorld{},
		known: map[string]known{}, now: mpi.Now, sync: cfg.Sync, ahead: aheadAtFirst, most: mostWork, does: "the start",
	}
	m.gate = comm.New(m.port)
	if cfg.Gompi {
		m.gompi = newGompiWorld()
	}
	var err error
	if m.hosts, err = Hosts(w); err != nil {
		return nil, err
	}
	if w.Size > packing.MostAny && w.Size <= packing.MostQuick {
		n := m.packed(cfg.Placement)
		m.cfg.quick = n != nil && (cfg.Packed != "" || n.Quick())
	}
	if err := m.align(); err != nil {
		return nil, err
	}
	if m.here, err = m.ranksHere(); err != nil {
		return nil, err
	}
	if m.arena.reuse, err = m.reuse(); err != nil {
		return nil, err
	}
	m.arena.room = cfg.room(w.Size, w.Size) // until budget knows the hosts
	m.meter, err = m.newMeter()
	return m, err
}

// beat tells the watchdog that a step has ended, and the usual time of the next; 0 if it is not known.
func (m *measurer) beat(usual time.Duration) {
	if m.watch != nil {
		m.watch.Beat(usual)
	}
}
