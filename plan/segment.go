package plan

import (
	"slices"

	"topocoll/comm"
)

// Segment returns a plan that does the same with messages of at most n words. With n < 1 it returns p.
//
// A message of w words becomes ceil(w/n) pieces as equal as possible. Both ends know w, so both cut alike, and no other
// node is needed. The pieces of a message follow each other in its round. A Copy or Combine of more than n words is cut
// where a piece of a message begins or ends in one of its ranges; what is still longer is cut like a message. So Waits
// lets a piece go on before the next one is there: a procedure that forwards what it receives becomes a pipeline,
// (hops + K - 1)(ts + tw·m/K) for K pieces instead of hops·(ts + tw·m). Cost: K start-ups for each message.
func (p *Plan) Segment(n int) *Plan {
	if n < 1 {
		return p
	}
	cut := &Plan{In: p.In, Out: p.Out, Scratch: p.Scratch}
	borders := p.borders(n)
	numbers := map[[2]int]int{}
	for _, s := range p.Steps {
		at := even([]int{0, s.Words()}, n)
		if !s.Message() && s.Words() > n {
			at = even(s.cuts(borders), n)
		}
		pieces := s.pieces(at)
		for i := range pieces {
			if key := [2]int{int(s.Kind), s.Peer}; s.Message() {
				pieces[i].Number = numbers[key]
				numbers[key]++
			}
		}
		cut.Steps = append(cut.Steps, pieces...)
	}
	return cut
}

// borders returns where pieces of messages begin and end in each buffer, in order.
func (p *Plan) borders(n int) (borders [3][]int) {
	for _, s := range p.Steps {
		if !s.Message() {
			continue
		}
		r := s.From
		if s.Kind == Recv {
			r = s.Into
		}
		borders[r.Buffer] = append(borders[r.Buffer], even([]int{r.At, r.At + r.Len}, n)...)
	}
	for b := range borders {
		slices.Sort(borders[b])
		borders[b] = slices.Compact(borders[b])
	}
	return borders
}

// cuts returns the borders within the ranges of a local step, by their distance from the first word.
func (s Step) cuts(borders [3][]int) []int {
	at := []int{0, s.Words()}
	for _, r := range [...]Range{s.From, s.With, s.Into} {
		first, _ := slices.BinarySearch(borders[r.Buffer], r.At)
		for _, border := range borders[r.Buffer][first:] {
			if border >= r.At+r.Len {
				break
			}
			at = append(at, border-r.At)
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// even cuts what lies between two neighbours of a list into parts of at most n words.
func even(at []int, n int) []int {
	all := at[:1:1]
	for i := range at[1:] {
		w := at[i+1] - at[i]
		parts := comm.SplitBlocks(max(1, (w+n-1)/n), w)
		for k := range parts.Count() {
			all = append(all, at[i]+parts.Start(k+1))
		}
	}
	return all
}

// pieces returns the parts of a step between neighbours of at, in an order in which they do the same.
func (s Step) pieces(at []int) []Step {
	var pieces []Step
	for i := range at[1:] {
		piece := s
		for _, r := range [...]*Range{&piece.From, &piece.With, &piece.Into} {
			if r.Len > 0 {
				r.At, r.Len = r.At+at[i], at[i+1]-at[i]
			}
		}
		pieces = append(pieces, piece)
	}
	if s.Kind == Copy && s.From.overlaps(s.Into) && s.From.At < s.Into.At {
		slices.Reverse(pieces) // a piece must not write what a later one reads
	}
	return pieces
}
