package sampler

// Samples are the times of one contender so far, in ns, one for each repetition that was not dropped.
type Samples struct {
	Longest   []int64 // time of the slowest rank
	Global    []int64 // time from the first start to the last end
	Root      []int64 // time of the root
	StartSkew []int64 // time from the first start to the last start
	Position  []int   // position of the call in its repetition
	RankTotal []int64 // sum of the times of each rank
}

// valuesPerCall is the number of values that a rank records for a call: start, end, and 1 if it started late.
const valuesPerCall = 3

// A batch holds the values that ranks recorded in several repetitions, ordered by rank, repetition and call.
type batch struct {
	calls     int     // number of calls in a repetition
	ownValues []int64 // values of this rank
	allValues []int64 // values of every rank
	positions []int   // position of each call in its repetition, in the order of ownValues
}

func (b *batch) resize(repetitions, calls, ranks int) {
	n := calls * repetitions
	b.calls = calls
	b.ownValues = resized(b.ownValues, valuesPerCall*n)
	b.allValues = resized(b.allValues, valuesPerCall*n*ranks)
	b.positions = resized(b.positions, n)
}

func resized[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n)
	}
	return s[:n]
}

func (b *batch) record(repetition, call, position int, start, end, late int64) {
	at := repetition*b.calls + call
	b.positions[at] = position
	copy(b.ownValues[valuesPerCall*at:], []int64{start, end, late})
}

func (b *batch) callValues(rank, repetition, call int) (start, end, late int64) {
	at := rank*len(b.ownValues) + valuesPerCall*(repetition*b.calls+call)
	return b.allValues[at], b.allValues[at+1], b.allValues[at+2]
}

// firstStart returns the start of rank 0's first call in the batch. The result is the same on every rank.
func (b *batch) firstStart() int64 {
	first, _, _ := b.callValues(0, 0, 0)
	for call := range b.calls { // any call may be the first, because the order is random
		start, _, _ := b.callValues(0, 0, call)
		first = min(first, start)
	}
	return first
}

// lastEnd returns the end of rank 0's last call in the batch. The result is the same on every rank.
func (b *batch) lastEnd() (last int64) {
	repetition := len(b.positions)/b.calls - 1
	for call := range b.calls {
		_, end, _ := b.callValues(0, repetition, call)
		last = max(last, end)
	}
	return last
}

// wasLate reports whether any rank missed the start time of any call of a repetition.
func (b *batch) wasLate(repetition int) bool {
	for rank := range len(b.allValues) / len(b.ownValues) {
		for call := range b.calls {
			if _, _, late := b.callValues(rank, repetition, call); late != 0 {
				return true
			}
		}
	}
	return false
}

// add adds one call of a batch to the samples of its contender, and returns the longest time of any rank.
func (s *Samples) add(b *batch, repetition, call, root int) (longest int64) {
	var firstStart, lastStart, lastEnd, atRoot int64
	for rank := range s.RankTotal {
		start, end, _ := b.callValues(rank, repetition, call)
		if rank == 0 {
			firstStart, lastStart, lastEnd = start, start, end
		}
		firstStart, lastStart, lastEnd = min(firstStart, start), max(lastStart, start), max(lastEnd, end)
		longest = max(longest, end-start)
		s.RankTotal[rank] += end - start
		if rank == root {
			atRoot = end - start
		}
	}
	s.Longest = append(s.Longest, longest)
	s.Global = append(s.Global, lastEnd-firstStart)
	s.Root = append(s.Root, atRoot)
	s.StartSkew = append(s.StartSkew, lastStart-firstStart)
	s.Position = append(s.Position, b.positions[repetition*b.calls+call])
	return longest
}

// hasSettled reports whether a repetition took at least 95 % of the time of the repetition before it.
func hasSettled(before, now int64) bool { return float64(now) >= 0.95*float64(before) }
