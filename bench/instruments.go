//go:build cgo

package bench

import (
	"topocoll/bench/buffers"
	"topocoll/bench/calibration"
	"topocoll/bench/clock"
	"topocoll/bench/contender"
	"topocoll/bench/group"
	"topocoll/bench/links"
	"topocoll/bench/results"
	"topocoll/bench/sampler"
	"topocoll/internal/host"
	"topocoll/internal/packing"
	"topocoll/mpi"
)

// A bench holds the instruments and the settings that all cases of a run share.
type bench struct {
	cfg        Config
	ranks      *group.Ranks
	guard      *group.Guard
	clock      *clock.Clock
	gate       *clock.Gate
	memory     buffers.Memory
	contenders *contender.Run
	meter      *links.Meter // nil if the bytes on links cannot be counted
	rates      *links.Rates // nil if the rate limits of the links must not be lifted
	dummyLoop  *dummyLoop   // for measureOverlap
	env        results.Env
}

// newBench collects the names of the hosts, aligns their clocks, and reads the sizes of the caches and the
// counters of the links.
func newBench(w *mpi.World, cfg Config) (*bench, error) {
	r, err := group.New(w)
	if err != nil {
		return nil, err
	}
	b := &bench{cfg: cfg, ranks: r, guard: group.NewGuard(r)}
	b.contenders = contender.NewRun(cfg.Options, r, b.guard)
	if w.Size > packing.MostAny && w.Size <= packing.MostQuick {
		n := b.contenders.Network(cfg.Mapping)
		b.cfg.packQuickly = n != nil && (cfg.Packed != "" || n.Quick())
	}
	if b.clock, err = clock.New(r); err != nil {
		return nil, err
	}
	b.gate = clock.NewGate(r, b.guard, b.clock, cfg.Sync)
	b.dummyLoop = &dummyLoop{now: b.clock.Now}
	if cfg.Cache != results.Warm {
		cold, err := r.Maxima(int64(buffers.ColdBytes(host.ReadCaches(), r.Local)))
		if err != nil {
			return nil, err
		}
		b.memory.Reuse = int(cold[0])
	}
	b.memory.Room = cfg.footprint(w.Size).room(w.Size) // limitMemory sets the final value
	b.meter, err = links.NewMeter(r, b.gate, cfg.Network)
	return b, err
}

func (b *bench) instruments() sampler.Instruments {
	return sampler.Instruments{Ranks: b.ranks, Guard: b.guard, Clock: b.clock, Gate: b.gate, Sync: b.cfg.Sync,
		Arrival: b.cfg.Arrival}
}

func (b *bench) messages() calibration.MessageTimer {
	return calibration.MessageTimer{Ranks: b.ranks, Guard: b.guard, Gate: b.gate, Memory: &b.memory}
}
