package plan

import "slices"

// Fuse returns an equivalent plan with fewer local moves:
//
//   - a step that reads a copy reads the original instead, if the original is unchanged
//   - a step whose result is copied later writes the result directly to the target of the copy, if no step in
//     between uses the target
//   - a local step whose result is not needed is removed, as are unused words of Scratch
//
// Fuse does not change messages, so the other nodes are not affected. Therefore it does not join two messages
// of one round to the same peer. Both nodes would have to join them, and the words would have to be
// contiguous at both nodes.
//
// Fuse repeats its pass until no step disappears. A pass takes time O(local steps · steps).
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

// A fusion is a plan that Fuse rewrites. Each of its methods preserves the result of the plan.
type fusion struct{ *Plan }

// number gives every round a different value of Round. Otherwise two rounds would become one when the local
// step between them is removed.
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

// dropUnneeded removes the local steps whose result is not needed, and copies of a range to itself.
func (p fusion) dropUnneeded() {
	for i := len(p.Steps) - 1; i >= 0; i-- {
		s := p.Steps[i]
		same := s.Kind == Copy && s.From == s.Into
		if same || !s.Message() && !p.isNeeded(i+1, s.Into) {
			p.Steps = slices.Delete(p.Steps, i, i+1)
		}
	}
}

// isNeeded reports whether a word of r is still needed when the step with the index `first` begins. This step
// must be a local step or the first step of a round. A word is needed if a step reads it before another step
// overwrites it. A word of the input or the output is also needed if no step overwrites it.
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

// subtractRange returns the words of ranges that are not in r.
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

// shrink makes the used words of Scratch contiguous.
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
