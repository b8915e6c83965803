package dropin

import (
	"errors"
	"math"

	"topocoll/catalog"
	"topocoll/plan"
	"topocoll/tuned"
)

// exchanges reports whether the ranks must exchange the counts of a call on blocks of different lengths. In
// an all-gather, every rank already has the counts of all ranks.
func exchanges(op catalog.Collective) bool {
	return op == catalog.Alltoall || op == catalog.Gather || op == catalog.Scatter
}

// exchangedFrom returns the smallest mean block, in bytes, for which an exchange of the counts pays off. In
// such a call, at least one rank sends or receives 32 KiB or more.
func exchangedFrom(ranks int) int { return 32 << 10 / ranks }

// exchangeShare returns the time of an exchange, divided by the time of the shortest call of c that needs an
// exchange. It is an estimate: an exchange is assumed to take as long as the transfer of 5 KiB. On emulated
// networks and on one host, exchanges took as long as the transfer of 3 to 12 KiB.
func exchangeShare(c tuned.Choice) float64 {
	if !exchanges(c.Op) {
		return 0
	}
	return float64(5<<10) / float64(c.Ranks*max(c.From, exchangedFrom(c.Ranks)))
}

// unevenBlocks returns the longest block, in percent of the mean block, for which a plan is expected to be as
// fast as the native call. The plan's time includes the exchange of the counts. If the longest block is f
// times as long as the mean block, the ratio of the time to native is assumed to grow by the factor (1 +
// f)/2. docs/decisions/0018 has the measurements.
func unevenBlocks(c tuned.Choice) int32 {
	if c.Gain <= 0 {
		return 100
	}
	return int32(min(max(100, 100*(2*(1-exchangeShare(c))/c.Gain-1)), math.MaxInt32))
}

// mostTraced is the largest number of steps that a set may have, over all ranks and roots, for stretch to
// examine it.
const mostTraced = 1 << 18

// stretch finds or adds the set that executes the calls of set i on blocks of different lengths. The plans of
// that set must write each unit of memory only once. The memory then holds the same unit of the same block
// during the whole call, so every rank can compute the length of each message from the lengths of the blocks.
// If the plans of set i write a unit several times, stretch adds a set of plans in which the memory is
// renamed.
func (f *Plans) stretch(i int) error {
	s := &f.sets[i]
	if s.Row.Op != catalog.Allgather && !exchanges(s.Row.Op) {
		return nil
	}
	if steps, err := s.estimateSteps(); err != nil || steps > mostTraced {
		return err
	}
	found, err := s.trace()
	if found || err != nil {
		s.stretched = i
		return err
	}
	other := *s
	other.renamed, other.whole = true, false
	if found, err = other.trace(); found {
		s.stretched, other.stretched = len(f.sets), len(f.sets)
		f.sets = append(f.sets, other)
	}
	return err
}

// estimateSteps returns the number of steps of a set over all ranks and roots. It assumes that all ranks
// except the root have the same number of steps.
func (s *set) estimateSteps() (int, error) {
	root, err := s.plan(0, 0)
	if err != nil {
		return 0, err
	}
	other, err := s.plan(s.P/2, 0)
	if err != nil {
		return 0, err
	}
	return s.roots() * (len(root.Steps) + (s.P-1)*len(other.Steps)), nil
}

// plan returns the plan of a rank for calls with the given root.
func (s *set) plan(rank, root int) (one *plan.Plan, err error) {
	if s.job != nil {
		one = &s.job[rank]
	} else if one, err = s.Plan(rank, root); err != nil {
		return nil, err
	}
	if !s.renamed {
		return one, nil
	}
	renamed, found := one.Renamed()
	if !found {
		return nil, errNotRenamed
	}
	return renamed, nil
}

var errNotRenamed = errors.New("the memory of the plan cannot be renamed")

// trace finds the unit of a block that each unit of scratch memory holds, and sets s.scratch. It returns
// false if a unit of memory is written several times, or not at all.
func (s *set) trace() (found bool, err error) {
	var scratch [][][]int32
	for root := range s.roots() {
		job := make(plan.Job, s.P)
		for rank := range job {
			one, err := s.plan(rank, root)
			if errors.Is(err, errNotRenamed) {
				return false, nil
			}
			if err != nil {
				return false, err
			}
			job[rank] = *one
		}
		if s.roots() == 1 && !s.renamed {
			s.job = job
		}
		contents, found := job.Trace()
		if !found {
			return false, nil
		}
		byRank := make([][]int32, s.P)
		for rank := range byRank {
			if byRank[rank], found = s.units(contents[rank].Scratch); !found {
				return false, nil
			}
		}
		scratch = append(scratch, byRank)
	}
	s.scratch = scratch
	return true, nil
}

// units returns, for each source, the index of its unit in the list of the units of all blocks. The list is
// sorted by sender and then by receiver.
func (s *set) units(sources []plan.Source) (units []int32, found bool) {
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
