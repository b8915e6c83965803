//go:build cgo

package bench

import (
	"slices"
	"time"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/mpi"
)

// cells returns the function that says, on every rank, which cell is next.
func (m *measurer) cells() (next func() (cell TimedCase, more bool, err error)) {
	if m.cfg.Race != nil {
		return m.raceCell
	}
	list := m.cfg.sequence()
	return func() (cell TimedCase, more bool, err error) {
		if len(list) == 0 {
			return cell, false, nil
		}
		cell, list = list[0], list[1:]
		return cell, true, nil
	}
}

// raceCell passes on what rank 0 says is next.
func (m *measurer) raceCell() (cell TimedCase, more bool, err error) {
	ops, said := catalog.Collectives(), make([]int64, 4)
	if m.world.Rank == 0 {
		cell, more := m.cfg.Race.Next()
		copy(said, []int64{truth(more), int64(slices.Index(ops, cell.Op)), int64(cell.Bytes), int64(cell.Time)})
	}
	if err := mpi.Bcast(m.times, 0, said); err != nil || said[0] == 0 {
		return cell, false, err
	}
	return TimedCase{results.Case{Op: ops[said[1]], P: m.world.Size, Bytes: int(said[2])}, time.Duration(said[3])}, true, nil
}

// A race is what a trial knows of one.
type race struct {
	looks int
	lost  []bool // by contender; nil in a trial that is none
}

// hasLost reports whether a contender has lost a race.
func (t *trial[T]) hasLost(i int) bool { return t.race.lost != nil && t.race.lost[i] }

// look takes those out of a trial that have lost. It reports whether all that are left are alike. It uses the times of all ranks, so
// every rank comes to the same.
func (t *trial[T]) look() (over bool) {
	r := stats.Race{Looks: t.race.looks, Times: make([][]float64, len(t.contenders))}
	var all, theirs []int // who is left; native is the first of both
	for i, c := range t.contenders {
		r.Times[i] = results.Floats(t.longest[i])
		if t.race.lost[i] {
			continue
		}
		all = append(all, i)
		if c.native() {
			theirs = append(theirs, i)
		}
	}
	lost := r.Look(theirs)
	for _, i := range r.Look(all) {
		if !t.contenders[i].native() {
			lost = append(lost, i)
		}
	}
	t.race.looks++
	for _, i := range lost {
		t.race.lost[i] = true
	}
	in := func(group []int) []int { return slices.DeleteFunc(group, func(i int) bool { return t.race.lost[i] }) }
	all, theirs = in(all), in(theirs)
	t.in = slices.DeleteFunc(t.in, func(i int) bool { return i > 0 && t.race.lost[i] }) // native is called to the end
	if t.m.cfg.Race.Left != nil {
		t.m.cfg.Race.Left(len(t.in), len(t.contenders))
	}
	// An algorithm of the library may be slower than one of ours.
	best := r.Best(all)
	front := slices.DeleteFunc(all, func(i int) bool {
		return i != best && t.contenders[i].native() && !r.Alike([]int{best, i}, stats.Indifference)
	})
	return r.Alike(theirs, stats.Indifference) && r.Alike(front, stats.Indifference)
}

// native reports whether a contender is the library's.
func (c contender[T]) native() bool {
	return results.Cell{Algo: c.name}.IsForced() || c.name == results.Native
}
