package plan

import "slices"

// ReceivesFirst returns p with the receives of every round before its sends.
func (p *Plan) ReceivesFirst() *Plan {
	sorted := *p
	sorted.Steps = slices.Clone(p.Steps)
	for first, end := range sorted.Rounds() {
		slices.SortStableFunc(sorted.Steps[first:end],
			func(a, b Step) int { return int(b.Kind) - int(a.Kind) })
	}
	return &sorted
}

// MessagesFirst returns p with every round before the local steps that it does not depend on. The order of
// the messages does not change.
func (p *Plan) MessagesFirst() *Plan {
	early := *p
	early.Steps = make([]Step, 0, len(p.Steps))
	for first, end := range p.Rounds() {
		at := len(early.Steps)
		if p.Steps[first].Message() {
			for at > 0 && Independent(early.Steps[at-1], p.Steps[first:end]) {
				at--
			}
		}
		early.Steps = slices.Insert(early.Steps, at, p.Steps[first:end]...)
	}
	return &early
}

// Independent reports whether a local step gives the same result before, during or after a round. It returns
// false if the first argument is a message.
func Independent(local Step, messages []Step) bool {
	if local.Message() {
		return false
	}
	for _, msg := range messages {
		if local.Into.overlaps(msg.From) || local.Into.overlaps(msg.Into) || msg.Into.overlaps(local.From) ||
			msg.Into.overlaps(local.With) {
			return false
		}
	}
	return true
}
