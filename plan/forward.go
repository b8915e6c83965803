package plan

import "slices"

// bypassCopy makes the steps after Copy i read the source of the copy wherever they read its target. It stops
// at the first step that overwrites the source or the target. If the copy must remain and a later step
// overwrites the source, bypassCopy changes nothing, because that step would have to wait for the changed
// steps.
func (p fusion) bypassCopy(i int) {
	c := p.Steps[i]
	if c.From.overlaps(c.Into) {
		return
	}
	changes := p.replace(i+1, c.Into, c.From)
	if changes != nil && p.isNeeded(i+1, c.Into) && p.isWritten(i+1, len(p.Steps), c.From) {
		p.undo(changes)
	}
}

// elideCopy makes the step that wrote the source of Copy i write to the target of the copy, and removes the
// copy. If that would change the result, elideCopy changes nothing and returns false.
func (p fusion) elideCopy(i int) bool {
	c := p.Steps[i]
	w := i - 1 // index of the step that wrote the source
	for w >= 0 && !p.Steps[w].Into.overlaps(c.From) {
		w--
	}
	if w < 0 || p.Steps[w].Into != c.From || p.Steps[w].partlyOverlapsOperand(c.Into) {
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
	p.Steps[i] = Step{Kind: Copy} // an empty copy in place of the removed step
	next := p.roundEnd(first)
	changes := p.replace(next, c.From, c.Into)
	if p.isNeeded(next, c.From) {
		p.undo(changes)
		p.Steps[w].Into, p.Steps[i] = c.From, c
		return false
	}
	p.Steps = slices.Delete(p.Steps, i, i+1)
	return true
}

// A change records the previous form of a step, so that the change can be undone.
type change struct {
	at     int
	before Step
}

func (p fusion) undo(changes []change) {
	for _, c := range changes {
		p.Steps[c.at] = c.before
	}
}

// replace changes steps that read words of the range `old`, so that they read the corresponding words of the
// range `by`. When step `first` begins, both ranges must have the same content. replace begins at this step,
// and ends where a step writes to one of the ranges.
func (p fusion) replace(first int, old, by Range) (changes []change) {
	for end := first; first < len(p.Steps); first = end {
		end = p.roundEnd(first)
		last := p.isWritten(first, end, old) || p.isWritten(first, end, by)
		if last && p.Steps[first].Message() {
			break // a message must not send words that another message of its round receives
		}
		for k := first; k < end; k++ {
			s := p.Steps[k]
			for _, r := range [...]*Range{&s.From, &s.With} {
				if r.Buffer == old.Buffer && r.At >= old.At && r.At+r.Len <= old.At+old.Len && r.Len > 0 {
					*r = Range{by.Buffer, by.At + r.At - old.At, r.Len}
				}
			}
			if s != p.Steps[k] && !s.partlyOverlapsOperand(s.Into) {
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

// partlyOverlapsOperand reports whether s is a Combine step with an operand that partly overlaps `into`.
func (s Step) partlyOverlapsOperand(into Range) bool {
	return s.Kind == Combine && (overlapsPartially(into, s.From) || overlapsPartially(into, s.With))
}

// isWritten reports whether one of the steps from `first` to `end`-1 writes a word of r.
func (p fusion) isWritten(first, end int, r Range) bool {
	return slices.ContainsFunc(p.Steps[first:end], func(s Step) bool { return s.Into.overlaps(r) })
}
