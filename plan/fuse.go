package plan

import "slices"

// Fuse returns a plan that does the same with fewer local moves:
//
//   - a step that reads a copy reads the original instead, if that is still the same;
//   - what is received or combined, and then copied to another place, is put there at once, if nothing else uses that place
//     in between;
//   - a local step goes if nobody needs its result; Scratch keeps only the words that a step still uses.
//
// Messages stay what they are, so the other nodes need not know. Two messages of one round to the same
// peer are not joined for this reason: both ends would have to do it, and the words of both would have to lie next to
// each other at both.
//
// It repeats this while a step goes; each time takes O(local steps · steps).
func (p *Plan) Fuse() *Plan {
	f := &Plan{In: p.In, Out: p.Out, Steps: slices.Clone(p.Steps)}
	f.number()
	for before := -1; before != len(f.Steps); {
		before = len(f.Steps)
		for i := 0; i < len(f.Steps); {
			if f.Steps[i].Kind != Copy || !f.placed(i) {
				i++
			}
		}
		for i := range f.Steps {
			if f.Steps[i].Kind == Copy {
				f.original(i)
			}
		}
		f.drop()
	}
	f.shrink()
	return f
}

// number gives every round a Round of its own, so that two of them do not become one when a local step
// between them goes.
func (p *Plan) number() {
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

// drop removes the local steps whose result is not needed, or was there before.
func (p *Plan) drop() {
	for i := len(p.Steps) - 1; i >= 0; i-- {
		s := p.Steps[i]
		same := s.Kind == Copy && s.From == s.Into
		if same || !s.Message() && !p.needed(i+1, s.Into) {
			p.Steps = slices.Delete(p.Steps, i, i+1)
		}
	}
}

// needed reports whether words of r at the beginning of a round or local step are read later, or are words
// of the input or the output that stay until the end.
func (p *Plan) needed(first int, r Range) bool {
	left := []Range{r}
	for end := first; first < len(p.Steps) && len(left) > 0; first = end {
		end = p.end(first)
		for _, s := range p.Steps[first:end] {
			for _, l := range left {
				if s.From.overlaps(l) || s.With.overlaps(l) {
					return true
				}
			}
		}
		for _, s := range p.Steps[first:end] {
			left = without(left, s.Into)
		}
	}
	return len(left) > 0 && r.Buffer != Scratch
}

// without returns the words of ranges that are not in r.
func without(ranges []Range, r Range) []Range {
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

// shrink moves the words of Scratch that are used next to each other.
func (p *Plan) shrink() {
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
	end, free := 0, 0 // after the words so far; of those before, how many nobody uses
	for _, r := range used {
		free += max(0, r.At-end)
		end = max(end, r.At+r.Len)
		r.At -= free
	}
	p.Scratch = end - free
}
