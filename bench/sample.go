//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/mpi"
)

// warmUp runs repetitions until the time of a repetition no longer falls by more than 5 %. If a repetition takes a large part of the
// time limit of the cell, the calls that were checked are warm-up enough.
func (t *trial[T]) warmUp() error {
	if t.repetition > t.m.cfg.Time.Nanoseconds()/8 && t.m.cfg.Exact == 0 {
		return nil
	}
	before := int64(1 << 62)
	for range t.m.cfg.Warmup {
		if err := t.batch(0, 1); err != nil {
			return err
		}
		total := int64(0)
		for i := range t.contenders {
			if n := len(t.longest[i]); n > 0 {
				total += t.longest[i][n-1]
			}
		}
		if total*20 > before*19 {
			break
		}
		before = total
	}
	t.reset()
	return nil
}

// A cell has at least fewest repetitions, even beyond its time limit, unless they take overtime times as long.
const (
	fewest   = 4
	overtime = 20
)

// sample runs batches, and after 16, 32, 64 ... samples stops if the ratios are known well enough. It also stops at the
// time limit and at the maximum number of samples. It uses the times of all ranks, so every rank stops at the same
// point.
func (t *trial[T]) sample() (stop string, err error) {
	cfg := t.m.cfg
	began := int64(0)
	for done, n := 0, min(t.firstLook(), cfg.Most); ; n = min(t.nextLook(n), cfg.Most) {
		for done < n {
			repetitions := min(n-done, fewest) // few, so that a cell with slow calls ends in time
			if t.repetition > cfg.Time.Nanoseconds()/fewest {
				repetitions = 1
			}
			if err := t.batch(done+t.late, repetitions); err != nil {
				return "", err
			}
			if began == 0 {
				began = t.all[0]
			}
			done = len(t.longest[0])
			spent := t.ended() - began
			if longest := cfg.Time.Nanoseconds(); cfg.Exact == 0 && spent > longest && (done >= fewest || spent > overtime*longest || cfg.Race != nil && done > 1) {
				return "time", nil
			}
		}
		switch {
		case cfg.Race != nil && t.look(), cfg.Race == nil && cfg.Exact == 0 && t.settled():
			return "rel", nil
		case n == cfg.Most:
			return "max", nil
		}
	}
}

// The numbers of samples at which to look whether there are enough.
func (t *trial[T]) firstLook() int {
	if t.m.cfg.Race != nil {
		return stats.FirstLook
	}
	return t.m.cfg.Least
}

func (t *trial[T]) nextLook(n int) int {
	if t.m.cfg.Race != nil {
		return stats.NextLook(n)
	}
	return 2 * n
}

// ended is when the last call of a batch ended, on the clock of rank 0, which is the same on every rank.
func (t *trial[T]) ended() int64 { return t.all[len(t.mine)-noted+1] }

// settled reports whether every ratio to native can carry a verdict, and has an interval that is narrow enough.
func (t *trial[T]) settled() bool {
	theirs := results.Floats(t.longest[0])
	if len(theirs) == 0 {
		return false
	}
	for i := range t.contenders[1:] {
		ratio := stats.Ratio(results.Floats(t.longest[i+1]), theirs, results.Confidence)
		if !ratio.Decidable() || ratio.HalfWidth() > t.m.cfg.Rel {
			return false
		}
	}
	return true
}

// batch runs some repetitions and then gathers the times. In each repetition every contender runs once, and native once more with
// its time read in C, in an order drawn anew and with the same root. Nothing else happens between enter and the end of
// a call.
func (t *trial[T]) batch(first, repetitions int) error {
	n, now := len(t.in), t.m.now
	t.mine = slices.Grow(t.mine[:0], noted*n*repetitions)[:noted*n*repetitions]
	t.all = slices.Grow(t.all[:0], len(t.mine)*t.m.world.Size)[:len(t.mine)*t.m.world.Size]
	t.turns = slices.Grow(t.turns[:0], n*repetitions)[:n*repetitions]
	for b := range repetitions {
		root := t.root(first + b)
		if err := t.load(root); err != nil {
			return err
		}
		if err := t.lead(t.anyone(), root); err != nil {
			return err
		}
		for turn, k := range t.order.Perm(n) {
			i := t.in[k]
			c := t.contender(i)
			t.turns[b*n+k] = turn
			args := t.args(c, root)
			if err := c.prepare(args); err != nil { // again only if it does not fit beside the others
				return err
			}
			t.m.usual = t.usual(i)
			if err := c.engage(); err != nil {
				return err
			}
			if err := t.m.enter(); err != nil {
				return err
			}
			start := now()
			err := c.run(args)
			end := now()
			t.m.beat(0)
			if err := errors.Join(err, c.disengage()); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if c.took != nil {
				start, end = c.took()
			}
			at := noted * (b*n + k)
			t.mine[at], t.mine[at+1], t.mine[at+2] = t.m.drift.onRank0(start), t.m.drift.onRank0(end), t.m.late
		}
	}
	if err := mpi.Allgather(t.m.times, t.mine, t.all); err != nil {
		return err
	}
	for b := range repetitions {
		if t.wasLate(noted*b*n, n) && t.m.longerAhead() {
			t.late++
			continue
		}
		root := t.root(first + b)
		for k, i := range t.in {
			t.reduce(i, noted*(b*n+k), root)
			t.position[i] = append(t.position[i], t.turns[b*n+k])
		}
	}
	return nil
}

// wasLate reports whether any rank missed the start time of any of the n samples of the repetition at index at.
func (t *trial[T]) wasLate(at, n int) bool {
	for rank := range t.m.world.Size {
		for i := range n {
			if t.all[rank*len(t.mine)+at+noted*i+2] != 0 {
				return true
			}
		}
	}
	return false
}

// reduce computes the times of one sample from the start and end on every rank.
func (t *trial[T]) reduce(i, at, root int) {
	var firstStart, lastStart, lastEnd, longest, atRoot int64
	for rank := range t.m.world.Size {
		start, end := t.all[rank*len(t.mine)+at], t.all[rank*len(t.mine)+at+1]
		if rank == 0 {
			firstStart, lastStart, lastEnd = start, start, end
		}
		firstStart, lastStart, lastEnd = min(firstStart, start), max(lastStart, start), max(lastEnd, end)
		longest = max(longest, end-start)
		t.total[i][rank] += end - start
		if rank == root {
			atRoot = end - start
		}
	}
	t.note(i, longest)
	t.longest[i] = append(t.longest[i], longest)
	t.global[i] = append(t.global[i], lastEnd-firstStart)
	t.rootTime[i] = append(t.rootTime[i], atRoot)
	t.skew[i] = append(t.skew[i], lastStart-firstStart)
}
