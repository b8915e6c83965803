package plan

import "slices"

// Fuse returns an equivalent plan with fewer local moves:
//
//   - a step that reads a copy is changed to read the original, if the original is still unmodified
//   - a step whose result is copied later is changed to write to the target of the copy, if no step in
//     between uses the target
//   - a local step whose result is not needed is removed, as are unused words of Scratch
//
// Fuse repeats this until no more steps can be removed. A pass takes time O(local steps · steps). Fuse keeps
// the number and the lengths of messages, so the plans of the other nodes need not change. Therefore it does
// not join messages of one round to the same peer.
func (p *Plan) Fuse() *Plan {
	f := fusion{&Plan{In: p.In, Out: p.Out, Steps: slices.Clone(p.Steps)}}
	f.number()
	for before := -1; before != len(f.Steps); {
		before = len(f.Steps)
		for i := 0; i < len(f.Steps); {
			if f.Steps[i].Kind != Copy || !f.elideCopy(i) {
				i++
			}
		}
		for i := range f.Steps {
			if f.Steps[i].Kind == Copy {
				f.bypassCopy(i)
			}
		}
		f.dropUnneeded()
	}
	f.shrink()
	return f.Plan
}

// A fusion is a plan that Fuse is rewriting. Each of its methods preserves the result of the plan.
type fusion struct{ *Plan }

// number gives every round a distinct value of Round. If two rounds had equal values, they would merge when
// the local step between them is removed.
func (p fusion) number() {
	round := 0
	for first, end := range p.Rounds() {
		if p.Steps[first].Message() {
			round++
			for i := first; i < end; i++ {
				p.Steps[i].Round = round
			}
		}
	}
}

// dropUnneeded removes copies of a range to itself, and local steps whose result is not needed.
func (p fusion) dropUnneeded() {
	for i := len(p.Steps) - 1; i >= 0; i-- {
		s := p.Steps[i]
		same := s.Kind == Copy && s.From == s.Into
		if same || !s.Message() && !p.isNeeded(i+1, s.Into) {
			p.Steps = slices.Delete(p.Steps, i, i+1)
		}
	}
}

// isNeeded reports whether any word of r is still needed when step `first` begins. Step `first` must be a
// local step or the first step of a round. A word is needed if a step reads it before another step overwrites
// it. A word of the input or the output is also needed if no step overwrites it.
func (p fusion) isNeeded(first int, r Range) bool {
	left := []Range{r}
	for end := first; first < len(p.Steps) && len(left) > 0; first = end {
		end = p.roundEnd(first)
		for _, s := range p.Steps[first:end] {
			for _, l := range left {
				if s.From.overlaps(l) || s.With.overlaps(l) {
					return true
				}
			}
		}
		for _, s := range p.Steps[first:end] {
			left = subtractRange(left, s.Into)
		}
	}
	return len(left) > 0 && r.Buffer != Scratch
}

// subtractRange returns the ranges without the words of r. It may return the argument itself.
func subtractRange(ranges []Range, r Range) []Range {
	if !slices.ContainsFunc(ranges, r.overlaps) {
		return ranges
	}
	var rest []Range
	for _, s := range ranges {
		if !s.overlaps(r) {
			rest = append(rest, s)
			continue
		}
		if n := r.At - s.At; n > 0 {
			rest = append(rest, Range{s.Buffer, s.At, n})
		}
		if end := r.At + r.Len; end < s.At+s.Len {
			rest = append(rest, Range{s.Buffer, end, s.At + s.Len - end})
		}
	}
	return rest
}

// shrink removes unused words from Scratch and renumbers the used ones.
func (p fusion) shrink() {
	var used []*Range
	for i := range p.Steps {
		s := &p.Steps[i]
		for _, r := range [...]*Range{&s.From, &s.With, &s.Into} {
			if r.Buffer == Scratch {
				used = append(used, r)
			}
		}
	}
	slices.SortFunc(used, func(a, b *Range) int { return a.At - b.At })
	end, free := 0, 0 // end of the used words so far; number of unused words before it
	for _, r := range used {
		free += max(0, r.At-end)
		end = max(end, r.At+r.Len)
		r.At -= free
	}
	p.Scratch = end - free
}
