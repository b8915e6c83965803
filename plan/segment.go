package plan

import (
	"slices"

	"topocoll/comm"
)

// Segment returns an equivalent plan with messages of at most n words. With n < 1 it returns p.
//
// A message of w words becomes ceil(w/n) segments of nearly equal length in the same round. Both nodes divide
// it in the same way. A Copy or Combine of more than n words is divided wherever a segment begins or ends in
// one of its ranges. A part that is still longer than n words is divided like a message. A node can then
// forward a segment before the next one has arrived (see Waits), so a procedure that forwards its messages
// becomes a pipeline. In K segments, a message of m words then takes T = (hops + K - 1)(ts + tw·m/K) instead
// of T = hops·(ts + tw·m).
func (p *Plan) Segment(n int) *Plan {
	if n < 1 {
		return p
	}
	divided := &Plan{In: p.In, Out: p.Out, Scratch: p.Scratch}
	borders := p.borders(n)
	numbers := messageCounter{}
	for _, s := range p.Steps {
		at := divideEvenly([]int{0, s.Words()}, n)
		if !s.Message() && s.Words() > n {
			at = divideEvenly(s.borderOffsets(borders), n)
		}
		parts := s.splitAt(at)
		for i := range parts {
			if s.Message() {
				parts[i].Number = numbers.next(s)
			}
		}
		divided.Steps = append(divided.Steps, parts...)
	}
	return divided
}

// borders returns the ascending positions in each buffer where a segment of a message begins or ends.
func (p *Plan) borders(n int) (borders [3][]int) {
	for _, s := range p.Steps {
		if !s.Message() {
			continue
		}
		r := s.From
		if s.Kind == Recv {
			r = s.Into
		}
		borders[r.Buffer] = append(borders[r.Buffer], divideEvenly([]int{r.At, r.At + r.Len}, n)...)
	}
	for b := range borders {
		slices.Sort(borders[b])
		borders[b] = slices.Compact(borders[b])
	}
	return borders
}

// borderOffsets returns the borders inside the ranges of a local step, relative to the start of each range.
func (s Step) borderOffsets(borders [3][]int) []int {
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

// divideEvenly divides each interval between two consecutive positions of a list into nearly equal parts of
// at most n words. It returns the positions of all borders.
func divideEvenly(at []int, n int) []int {
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

// splitAt divides a step at the given offsets, which include 0 and the length of the step. If the parts are
// executed in the returned order, they have the same result as the step.
func (s Step) splitAt(at []int) []Step {
	var parts []Step
	for i := range at[1:] {
		part := s
		for _, r := range [...]*Range{&part.From, &part.With, &part.Into} {
			if r.Len > 0 {
				r.At, r.Len = r.At+at[i], at[i+1]-at[i]
			}
		}
		parts = append(parts, part)
	}
	if s.Kind == Copy && s.From.overlaps(s.Into) && s.From.At < s.Into.At {
		slices.Reverse(parts) // no part may write words that a later part reads
	}
	return parts
}
