package sampler

// Samples are the times of one contender so far, in ns, one for each repetition that counts.
type Samples struct {
	Longest   []int64 // of the ranks' own times
	Global    []int64 // from the first start to the last end
	Root      []int64 // the time of the root
	StartSkew []int64 // from the first start to the last start
	Position  []int   // of the call in its repetition
	RankTotal []int64 // sum of the times of each rank
}

// noted is how many numbers a rank records of each sample: start, end, and 1 if it missed the start time.
const noted = 3

// A batch has what all ranks noted of some repetitions: for every rank, for every call, repetition by
// repetition.
type batch struct {
	calls int     // in a repetition
	mine  []int64 // noted numbers of this rank
	all   []int64 // noted numbers of every rank
	turns []int   // positions of the calls, in the order of mine
}

// resize makes room for some repetitions of some calls on some ranks.
func (b *batch) resize(repetitions, calls, ranks int) {
	n := calls * repetitions
	b.calls = calls
	b.mine = resized(b.mine, noted*n)
	b.all = resized(b.all, noted*n*ranks)
	b.turns = resized(b.turns, n)
}

func resized[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n)
	}
	return s[:n]
}

// note records one call of this rank.
func (b *batch) note(repetition, call, turn int, start, end, late int64) {
	at := repetition*b.calls + call
	b.turns[at] = turn
	copy(b.mine[noted*at:], []int64{start, end, late})
}

// of returns what a rank noted of a call.
func (b *batch) of(rank, repetition, call int) (start, end, late int64) {
	at := rank*len(b.mine) + noted*(repetition*b.calls+call)
	return b.all[at], b.all[at+1], b.all[at+2]
}

// firstStart and lastEnd are when the first call of rank 0 began and when its last call ended.
func (b *batch) firstStart() int64 { return b.all[0] }
func (b *batch) lastEnd() int64    { return b.all[len(b.mine)-noted+1] }

// wasLate reports whether any rank missed the start time of any call of a repetition.
func (b *batch) wasLate(repetition int) bool {
	for rank := range len(b.all) / len(b.mine) {
		for call := range b.calls {
			if _, _, late := b.of(rank, repetition, call); late != 0 {
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
		start, end, _ := b.of(rank, repetition, call)
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
	s.Position = append(s.Position, b.turns[repetition*b.calls+call])
	return longest
}
