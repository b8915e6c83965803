package dropin

import (
	"math"

	"topocoll/catalog"
	"topocoll/plan"
	"topocoll/tuned"
)

// exchanges reports whether the ranks must exchange the counts of a call on blocks of different lengths. In
// an all-gather every rank knows them.
func exchanges(op catalog.Collective) bool {
	return op == catalog.Alltoall || op == catalog.Gather || op == catalog.Scatter
}

// exchangedFrom returns the mean block in bytes from which on it pays to exchange the counts: a rank gives or
// gets at least 32 KiB in such a call.
func exchangedFrom(ranks int) int { return 32 << 10 / ranks }

// exchangeShare returns the time of an exchange divided by that of the shortest call of a choice that it is
// for. An exchange takes about as long as 5 KiB of the data that a rank gives or gets.
func exchangeShare(c tuned.Choice) float64 {
	if !exchanges(c.Op) {
		return 0
	}
	return float64(5<<10) / float64(c.Ranks*max(c.From, exchangedFrom(c.Ranks)))
}

// unevenBlocks returns the longest block, in per cent of the mean block, up to which a call on blocks of
// different lengths is expected to be as fast as native, with the exchange of the counts. A longest block of
// f times the mean block is assumed to increase the ratio to native by (1 + f)/2; docs/decisions/0018 has the
// measurements.
func unevenBlocks(c tuned.Choice) int32 {
	if c.Gain <= 0 {
		return 100
	}
	return int32(min(max(100, 100*(2*(1-exchangeShare(c))/c.Gain-1)), math.MaxInt32))
}

// mostTraced is the largest number of steps of a set on all ranks, for all roots, whose plans can be
// stretched.
const mostTraced = 1 << 19

// stretch finds or adds the set that executes the calls of set i on blocks of different lengths, if its plans
// can be stretched: each unit of memory is written once, and holds one unit of one block. Then all ranks know
// the length of each message from the lengths of the blocks. If units are written several times, the plans of
// the other set are renamed.
func (f *Plans) stretch(i int) error {
	s := f.sets[i]
	if s.Row.Op != catalog.Allgather && !exchanges(s.Row.Op) {
		return nil
	}
	scratch, err := s.trace()
	if scratch == nil && err == nil {
		s.renamed, s.whole = true, false
		scratch, err = s.trace()
	}
	if scratch == nil || err != nil {
		return err
	}
	s.scratch = scratch
	if s.renamed {
		f.sets[i].stretched = len(f.sets)
		s.stretched = len(f.sets)
		f.sets = append(f.sets, s)
	} else {
		s.stretched = i
		f.sets[i] = s
	}
	return nil
}

// plan returns the plan of a rank.
func (s set) plan(rank, root int) (*plan.Plan, error) {
	one, err := s.Plan(rank, root)
	if err != nil || !s.renamed {
		return one, err
	}
	one, _ = one.Renamed()
	return one, nil
}

// trace returns the unit of all blocks that each unit of scratch memory holds, by root and rank. It returns
// nil if a unit of memory is written several times, or not at all.
func (s set) trace() (scratch [][][]int32, err error) {
	steps := 0
	for root := range s.roots() {
		job := make(plan.Job, s.P)
		for rank := range job {
			one, err := s.plan(rank, root)
			if one == nil || err != nil {
				return nil, err
			}
			job[rank] = *one
			steps += len(one.Steps)
		}
		if steps/(root+1)*s.roots() > mostTraced {
			return nil, nil
		}
		contents, found := job.Trace()
		if !found {
			return nil, nil
		}
		byRank := make([][]int32, s.P)
		for rank := range byRank {
			if byRank[rank], found = s.units(contents[rank].Scratch); !found {
				return nil, nil
			}
		}
		scratch = append(scratch, byRank)
	}
	return scratch, nil
}

// units returns the units of all blocks that sources are. All blocks lie one after the other: by the rank
// that gives them, and then by the rank that gets them.
func (s set) units(sources []plan.Source) (units []int32, found bool) {
	given := 0 // units that lie before those of the next rank
	switch s.Row.Op {
	case catalog.Allgather, catalog.Gather:
		given = s.Units
	case catalog.Alltoall:
		given = s.P * s.Units
	}
	for _, source := range sources {
		if source.Rank < 0 {
			return nil, false
		}
		units = append(units, int32(source.Rank*given+source.Word))
	}
	return units, true
}
