//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"runtime/debug"

	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/internal/host"
	"topocoll/internal/native"
)

// ErrMemory is the error for a run that needs more memory than is available.
var ErrMemory = errors.New("not enough memory")

// limitMemory decides how much memory the run may allocate, records it in env, and sets Go's memory limit.
// Every rank gets the same limits on buffers. The error wraps ErrMemory if the run needs more memory than is
// free on one of its machines.
func (b *bench) limitMemory(env *results.Env) error {
	r, p := b.ranks, b.ranks.World.Size
	if err := b.cfg.checkSamples(p); err != nil {
		return err
	}
	free, n := host.FreeMemory(), r.Local
	if free > 0 {
		free += int64(n) * host.OwnMemory() // memory that the ranks have already allocated counts as free
	}
	if b.cfg.defaultMemory && free > 0 {
		b.cfg.MemoryLimit = b.cfg.footprint(p).defaultLimit(n, free)
	}
	all, err := r.Maxima(int64(-b.cfg.MemoryLimit), int64(n))
	if err != nil {
		return err
	}
	b.cfg.MemoryLimit = int(-all[0])
	footprint := b.cfg.footprint(p)
	b.memory.Room = footprint.room(int(all[1]))
	most := footprint.memoryNeed(int(all[1]), b.memory.Reuse)
	env.MemoryRank, env.MemoryMachine = most.Rank, most.Machine
	shortage := ""
	if here := footprint.memoryNeed(n, b.memory.Reuse); free > 0 && int64(here.Machine) > free {
		shortage = notEnoughMemoryText(n, here, free)
	}
	shortage, err = native.Agree(r.Bytes, shortage)
	if err == nil && shortage != "" {
		err = fmt.Errorf("%w: %s", ErrMemory, shortage)
	}
	forSamples := 0
	if r.World.Rank == 0 {
		forSamples = footprint.sampleBytes
	}
	debug.SetMemoryLimit(int64(programBytes + forSamples))
	return err
}

// recordPeakMemory records in env the maximum of `own` over all ranks. The argument `own` is the largest
// private memory of this rank.
func recordPeakMemory(r *group.Ranks, own int64, env *results.Env) error {
	most, err := r.Maxima(own)
	env.MemoryPeak = int(most[0])
	return err
}

// forgetSamples removes the samples from the cells. Only the result files need the samples.
func forgetSamples(cells []results.Cell) {
	for i := range cells {
		cells[i].SampleLists = results.SampleLists{}
	}
}
