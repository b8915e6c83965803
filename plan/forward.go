package plan

import "slices"

// original lets the steps that read the target of copy i read its source, as long as both stay the same. It does so if the
// copy is then not needed, or if the source stays the same until the end: otherwise whoever writes there next would wait
// for one more message.
func (p *Plan) original(i int) {
	c := p.Steps[i]
	if c.From.overlaps(c.Into) {
		return
	}
	changes := p.replace(i+1, c.Into, c.From)
	if changes != nil && p.needed(i+1, c.Into) && p.written(i+1, len(p.Steps), c.From) {
		p.undo(changes)
	}
}

// placed lets the step that wrote the source of copy i write to its target instead, and removes the copy. It returns
// false, and changes nothing, if that would not do the same.
func (p *Plan) placed(i int) bool {
	c := p.Steps[i]
	w := i - 1 // who wrote it
	for w >= 0 && !p.Steps[w].Into.overlaps(c.From) {
		w--
	}
	if w < 0 || p.Steps[w].Into != c.From || p.Steps[w].splits(c.Into) {
		return false
	}
	first := w
	for first > 0 && p.Steps[w].Message() && p.Steps[first-1].Round == p.Steps[w].Round {
		first--
	}
	for k := first; k < i; k++ {
		s := p.Steps[k]
		if s.Into.overlaps(c.Into) || k != w && (s.From.overlaps(c.Into) || s.With.overlaps(c.Into)) {
			return false
		}
	}
	p.Steps[w].Into = c.Into
	p.Steps[i] = Step{Kind: Copy} // of nothing: it stands for a step that is gone
	next := p.end(first)
	changes := p.replace(next, c.From, c.Into)
	if p.needed(next, c.From) {
		p.undo(changes)
		p.Steps[w].Into, p.Steps[i] = c.From, c
		return false
	}
	p.Steps = slices.Delete(p.Steps, i, i+1)
	return true
}

// A change is a step that was another one before.
type change struct {
	at     int
	before Step
}

func (p *Plan) undo(changes []change) {
	for _, c := range changes {
		p.Steps[c.at] = c.before
	}
}

// replace lets steps read the range by where they read the range old, which has the same words from the given step on,
// until one of the two is written. It returns the steps that it changed.
func (p *Plan) replace(first int, old, by Range) (changes []change) {
	for end := first; first < len(p.Steps); first = end {
		end = p.end(first)
		last := p.written(first, end, old) || p.written(first, end, by)
		if last && p.Steps[first].Message() {
			break // a message of this round must not read what another one writes
		}
		for k := first; k < end; k++ {
			s := p.Steps[k]
			for _, r := range [...]*Range{&s.From, &s.With} {
				if r.Buffer == old.Buffer && r.At >= old.At && r.At+r.Len <= old.At+old.Len && r.Len > 0 {
					*r = Range{by.Buffer, by.At + r.At - old.At, r.Len}
				}
			}
			if s != p.Steps[k] && !s.splits(s.Into) {
				changes = append(changes, change{k, p.Steps[k]})
				p.Steps[k] = s
			}
		}
		if last {
			break
		}
	}
	return changes
}

// splits reports whether s is a combination and into overlaps one of its operands in part.
func (s Step) splits(into Range) bool {
	return s.Kind == Combine && (partly(into, s.From) || partly(into, s.With))
}

// written reports whether one of the steps from first to before end writes a word of r.
func (p *Plan) written(first, end int, r Range) bool {
	return slices.ContainsFunc(p.Steps[first:end], func(s Step) bool { return s.Into.overlaps(r) })
}
