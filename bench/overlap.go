//go:build cgo

package bench

import (
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// measureOverlap measures the fraction of a non-blocking or persistent call that a computation of the same
// duration hides. The OSU benchmarks of MPI_I* use the same method. The overlap is 1 - left/median. In this
// formula, `median` is the time of the call without a computation. `left` is the time from the start of the
// call to the end of the wait, minus the time of the computation. During the computation the process tests
// whether the call has ended; the time of these tests is part of `left`.
func (m *measurement[T]) measureOverlap(cells []results.Cell) error {
	if m.cfg.RequestKind == "" {
		return nil
	}
	overlapping := slices.Clone(m.set.Contenders)
	parts := m.cfg.Tests + 1
	for i, c := range overlapping {
		iterations := m.dummyLoop.iterationsFor(cells[i].Median / float64(parts))
		overlapping[i] = c.Overlapping(m.clock.Now, parts, func() { m.dummyLoop.run(iterations) })
		cells[i].Computing = cells[i].Median
	}
	with := m.sampler.Variant(m.set.With(overlapping))
	if err := with.RunFor(min(12, m.repetitions()), min(256, m.repetitions()), m.limits.Time/4); err != nil {
		return err
	}
	for i := range cells {
		if left := with.Samples[i].Longest; len(left) > 0 && cells[i].Median > 0 {
			overlap := max(0, 1-stats.Median(results.Floats(left))/cells[i].Median)
			cells[i].Overlap = &overlap
		}
	}
	return nil
}
