package plan

import "slices"

// Scaled returns the plan with a run of n words, 1 or more, in place of every word: the same steps, with all places and lengths times n.
// A procedure does not look at words, so this is a plan of the same procedure for longer blocks. It is the one that would be
// recorded for them where the procedure cuts both in the same proportion.
func (p *Plan) Scaled(n int) *Plan {
	scaled := &Plan{In: p.In * n, Out: p.Out * n, Scratch: p.Scratch * n, Steps: make([]Step, len(p.Steps))}
	for i, s := range p.Steps {
		for _, r := range [...]*Range{&s.From, &s.With, &s.Into} {
			r.At, r.Len = r.At*n, r.Len*n
		}
		scaled.Steps[i] = s
	}
	return scaled
}

// Equal reports whether two plans have the same buffers and steps.
func (p *Plan) Equal(q *Plan) bool {
	return p.In == q.In && p.Out == q.Out && p.Scratch == q.Scratch && slices.Equal(p.Steps, q.Steps)
}

// LongestStep returns the length in words of the longest step.
func (p *Plan) LongestStep() (words int) {
	for _, s := range p.Steps {
		words = max(words, s.Words())
	}
	return words
}
