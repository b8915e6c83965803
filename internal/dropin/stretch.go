package dropin

import (
	"errors"
	"math"

	"topocoll/catalog"
	"topocoll/plan"
	"topocoll/tuned"
)

// exchangesCounts reports whether the ranks must exchange the counts before a call of this operation on
// blocks of different lengths. In an all-gather, every rank already has the counts of all ranks.
func exchangesCounts(op catalog.Collective) bool {
	return op == catalog.Alltoall || op == catalog.Gather || op == catalog.Scatter
}

// minExchangedBlock returns the smallest mean block, in bytes, for which an exchange of the counts pays off.
// In such a call, at least one rank sends or receives 32 KiB or more.
func minExchangedBlock(ranks int) int { return 32 << 10 / ranks }

// relativeExchangeTime returns the estimated time to exchange counts, divided by the time of the shortest
// call of c for which the ranks exchange them. The estimate is the time to transfer 5 KiB. On emulated
// networks and on one host, exchanges took as long as the transfer of 3 to 12 KiB.
func relativeExchangeTime(c tuned.Choice) float64 {
	if !exchangesCounts(c.Op) {
		return 0
	}
	return float64(5<<10) / float64(c.Ranks*max(c.From, minExchangedBlock(c.Ranks)))
}

// maxUnevenBlock returns the longest block, in percent of the mean block, for which a plan is expected to be
// as fast as the native call, including the exchange of the counts. If the longest block is f times the mean,
// the plan's time relative to the native call is assumed to grow by the factor (1 + f)/2
// (docs/decisions/0018).
func maxUnevenBlock(c tuned.Choice) int32 {
	if c.Gain <= 0 {
		return 100
	}
	return int32(min(max(100, 100*(2*(1-relativeExchangeTime(c))/c.Gain-1)), math.MaxInt32))
}

// maxTracedSteps limits the number of steps in the plans that stretch examines, over all ranks and roots.
const maxTracedSteps = 1 << 18

// stretch finds or adds the set that executes the calls of set i on blocks of different lengths. The plans of
// that set must write each unit of memory only once. The memory then holds the same unit during the whole
// call, so every rank can compute the length of each message. If the plans of set i write a unit several
// times, stretch adds a set with renamed memory.
func (f *Plans) stretch(i int) error {
	s := &f.sets[i]
	if s.Row.Op != catalog.Allgather && !exchangesCounts(s.Row.Op) {
		return nil
	}
	if steps, err := s.estimateSteps(); err != nil || steps > maxTracedSteps {
		return err
	}
	found, err := s.traceScratch()
	if found || err != nil {
		s.stretched = i
		return err
	}
	other := *s
	other.renamed, other.forWholeUnits = true, false
	if found, err = other.traceScratch(); found {
		s.stretched, other.stretched = len(f.sets), len(f.sets)
		f.sets = append(f.sets, other)
	}
	return err
}

// estimateSteps estimates the number of steps in all plans of s, for all ranks and roots. It assumes that all
// ranks except the root have the same number of steps.
func (s *planSet) estimateSteps() (int, error) {
	root, err := s.plan(0, 0)
	if err != nil {
		return 0, err
	}
	other, err := s.plan(s.P/2, 0)
	if err != nil {
		return 0, err
	}
	return s.rootCount() * (len(root.Steps) + (s.P-1)*len(other.Steps)), nil
}

func (s *planSet) plan(rank, root int) (rankPlan *plan.Plan, err error) {
	if s.job != nil {
		rankPlan = &s.job[rank]
	} else if rankPlan, err = s.Plan(rank, root); err != nil {
		return nil, err
	}
	if !s.renamed {
		return rankPlan, nil
	}
	renamed, found := rankPlan.Renamed()
	if !found {
		return nil, errNotRenamed
	}
	return renamed, nil
}

var errNotRenamed = errors.New("the memory of the plan cannot be renamed")

// traceScratch sets s.scratch. It returns false if a unit of memory is written several times, or not at all.
func (s *planSet) traceScratch() (found bool, err error) {
	var scratch [][][]int32
	for root := range s.rootCount() {
		job := make(plan.Job, s.P)
		for rank := range job {
			rankPlan, err := s.plan(rank, root)
			if errors.Is(err, errNotRenamed) {
				return false, nil
			}
			if err != nil {
				return false, err
			}
			job[rank] = *rankPlan
		}
		if s.rootCount() == 1 && !s.renamed {
			s.job = job
		}
		contents, found := job.Trace()
		if !found {
			return false, nil
		}
		byRank := make([][]int32, s.P)
		for rank := range byRank {
			if byRank[rank], found = s.unitIndices(contents[rank].Scratch); !found {
				return false, nil
			}
		}
		scratch = append(scratch, byRank)
	}
	s.scratch = scratch
	return true, nil
}

// unitIndices returns, for each source, the index of its unit among the units of all blocks, sorted by sender
// and receiver.
func (s *planSet) unitIndices(sources []plan.Source) (units []int32, found bool) {
	sent := 0 // number of units that each rank sends
	switch s.Row.Op {
	case catalog.Allgather, catalog.Gather:
		sent = s.Units
	case catalog.Alltoall:
		sent = s.P * s.Units
	}
	for _, source := range sources {
		if source.Rank < 0 {
			return nil, false
		}
		units = append(units, int32(source.Rank*sent+source.Word))
	}
	return units, true
}
