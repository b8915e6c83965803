//go:build cgo

package bench

import (
	"math"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/hcube"
	"topocoll/mpi"
)

// enter returns when all ranks are about to begin a sample.
func (m *measurer) enter() error {
	m.beat(m.usual)
	m.usual, m.late = 0, 0
	switch m.sync {
	case byBarrier:
		return mpi.Barrier(m.port)
	case byRound:
		return m.deadline()
	}
	return hcube.Barrier(m.gate) // ours, so that the library's choice of a barrier has no influence on the result
}

// deadline is a barrier, after which rank 0 announces the time at which all ranks begin. A rank that receives this
// after the time has passed is late.
func (m *measurer) deadline() error {
	if err := hcube.Barrier(m.gate); err != nil {
		return err
	}
	at, err := m.fromRank0(m.drift.onRank0(m.now()) + m.ahead)
	if err != nil {
		return err
	}
	due := m.drift.here(at)
	if m.now() >= due {
		m.late = 1
	}
	for m.now() < due {
	}
	return nil
}

// Rank 0 announces a start this long before it. At first it is more than a broadcast takes on one host; it is doubled
// whenever a rank was late, up to a limit. At the limit, repetitions with late starts count.
const (
	aheadAtFirst = 10_000 // ns
	aheadAtMost  = 10_000_000
)

// longerAhead doubles the time if it is below the limit. Every rank does so for the same repetition.
func (m *measurer) longerAhead() bool {
	if m.ahead >= aheadAtMost {
		return false
	}
	m.ahead *= 2
	return true
}

// believed is how many times as long as the error of the clocks a call must take for its samples to start at a
// deadline.
const believed = 10

// timed warms up and samples. If the clocks are not accurate enough for a deadline, samples start after our barrier
// instead: from the beginning, judged by the last known error, or in a repetition of the whole cell, if only the
// alignment after the cell reveals it.
func (t *trial[T]) timed() (stop string, err error) {
	for t.m.sync = t.startBefore(); ; t.m.sync = byDissem {
		t.reset()
		if err := t.warmUp(); err != nil {
			return "", err
		}
		if stop, err = t.sample(); err != nil {
			return "", err
		}
		if err := t.m.align(); err != nil || t.startedWell() {
			return stop, err
		}
	}
}

// startBefore returns how the samples are to start, judged by the time of the calls that were checked.
func (t *trial[T]) startBefore() string {
	if t.m.cfg.Sync == byRound && t.m.unsure*believed > t.repetition/int64(len(t.contenders)) {
		return byDissem
	}
	return t.m.cfg.Sync
}

// startedWell reports, with the clocks aligned after the samples, whether samples that started at a deadline are valid.
func (t *trial[T]) startedWell() bool {
	return t.m.sync != byRound || float64(t.m.unsure*believed) <= t.quickest()
}

// quickest is the lowest median of the contenders in ns.
func (t *trial[T]) quickest() float64 {
	least := math.Inf(1)
	for _, samples := range t.longest[:len(t.contenders)] {
		least = min(least, stats.Median(results.Floats(samples)))
	}
	return least
}

// otherSync returns how the samples of a cell start, "" if as the run was asked to.
func (m *measurer) otherSync() string {
	if m.sync == m.cfg.Sync {
		return ""
	}
	return m.sync
}

// refuseRound reports the first cells of a run that did not start at a deadline. The cells are not in the result yet.
func refuseRound(r *results.Result, cells []results.Cell, l Listener) {
	other := func(c results.Cell) bool { return c.Sync != "" }
	if !slices.ContainsFunc(cells, other) || slices.ContainsFunc(r.Cells, other) {
		return
	}
	c := cells[0]
	skip(r, l, "--sync round, for %s %s p=%d and other calls that take less than %d times the error of the clocks, now %s: samples start with a barrier (%s)",
		c.Op, results.FormatSize(c.Bytes), c.P, believed, results.FormatTime(c.ClockError), byDissem)
}
