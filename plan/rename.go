package plan

import (
	"cmp"
	"slices"
)

// A value is the content of a word of memory between two writes. The field number counts the values of the
// word; value 0 is its content before the first step.
type value struct {
	buffer       Buffer
	word, number int
}

// Renamed returns an equivalent plan that writes each word of the output and of the scratch memory at most
// once. The new plan has the same messages and results. If a step writes intermediate values and results
// together, the new plan has additional copies. `found` is false if a step would read or write words that
// renaming cannot keep adjacent.
func (p *Plan) Renamed() (renamed *Plan, found bool) {
	r := &renaming{parent: map[value]value{}, newWord: map[value]int{}}
	r.eachStep(p, p.Steps, func(s *Step) {
		for _, from := range s.reads() {
			r.joinGroups(r.values(from))
		}
	}, func(s *Step) { r.joinGroups(r.values(s.Into)) })
	if !r.assignScratch() {
		return nil, false
	}
	renamed = &Plan{In: p.In, Out: p.Out, Scratch: r.scratch, Steps: slices.Clone(p.Steps)}
	r.eachStep(p, renamed.Steps, func(s *Step) {
		r.rename(&s.From)
		r.rename(&s.With)
	}, func(s *Step) { r.rename(&s.Into) })
	renamed.Steps = append(renamed.Steps, r.resultCopies()...)
	return renamed, true
}

// A renaming groups values that must stay adjacent, because one step reads or writes them together.
type renaming struct {
	writes  [3][]int        // for each word of each buffer, the number of its current value
	parent  map[value]value // the groups, as a union-find forest
	newWord map[value]int   // for each value, its word of scratch memory after the renaming
	scratch int             // size of the scratch memory after the renaming, in words
}

// eachStep visits the steps in order and counts the writes of each word. For each step, it calls the function
// `read` before it counts the writes of the step, and the function `written` after that. `read` may change
// the operands of the step, and `written` may change its destination.
func (r *renaming) eachStep(p *Plan, steps []Step, read, written func(s *Step)) {
	for buffer, words := range [...]int{In: p.In, Out: p.Out, Scratch: p.Scratch} {
		r.writes[buffer] = make([]int, words)
	}
	for i := range steps {
		s := &steps[i]
		read(s)
		into := s.Into
		for word := into.At; word < into.At+into.Len; word++ {
			r.writes[into.Buffer][word]++
		}
		written(s)
	}
}

// values returns the current values of a range, or nil if the range is in the input.
func (r *renaming) values(x Range) (values []value) {
	for word := x.At; x.Buffer != In && word < x.At+x.Len; word++ {
		values = append(values, value{x.Buffer, word, r.writes[x.Buffer][word]})
	}
	return values
}

// groupOf returns the value that represents the group of v.
func (r *renaming) groupOf(v value) value {
	above, found := r.parent[v]
	if !found || above == v {
		r.parent[v] = v
		return v
	}
	top := r.groupOf(above)
	r.parent[v] = top
	return top
}

func (r *renaming) joinGroups(values []value) {
	for _, v := range values {
		r.parent[r.groupOf(v)] = r.groupOf(values[0])
	}
}

// assignScratch assigns adjacent words of scratch memory to the values of each group, in their original
// order. A group that consists only of results stays in the output. assignScratch returns false if a group
// has two values of one word. It also returns false if it would move a word that the caller wrote to the
// output.
func (r *renaming) assignScratch() bool {
	groups := map[value][]value{}
	for v := range r.parent {
		groups[r.groupOf(v)] = append(groups[r.groupOf(v)], v)
	}
	var sorted [][]value
	for _, group := range groups {
		slices.SortFunc(group, func(a, b value) int { return cmp.Or(a.word-b.word, a.number-b.number) })
		for i := range group[1:] {
			if group[i].word == group[i+1].word {
				return false
			}
		}
		if slices.ContainsFunc(group, func(v value) bool { return !r.isResult(v) }) {
			if slices.ContainsFunc(group, func(v value) bool { return v.buffer == Out && v.number == 0 }) {
				return false // the caller has written these words to the output
			}
			sorted = append(sorted, group)
		}
	}
	slices.SortFunc(sorted, func(a, b []value) int {
		return cmp.Or(a[0].number-b[0].number, int(b[0].buffer-a[0].buffer), a[0].word-b[0].word)
	})
	for _, group := range sorted {
		for _, v := range group {
			r.newWord[v] = r.scratch
			r.scratch++
		}
	}
	return true
}

// resultCopies returns the Copy steps that move results from scratch memory to the output.
func (r *renaming) resultCopies() (copies []Step) {
	for word, number := range r.writes[Out] {
		at, moved := r.newWord[value{Out, word, number}]
		if !moved {
			continue
		}
		if n := len(copies); n > 0 {
			last := &copies[n-1]
			if last.Into.At+last.Into.Len == word && last.From.At+last.From.Len == at {
				last.From.Len, last.Into.Len = last.From.Len+1, last.Into.Len+1
				continue
			}
		}
		copies = append(copies, Step{Kind: Copy, From: Range{Scratch, at, 1}, Into: Range{Out, word, 1}})
	}
	return copies
}

// isResult reports whether v is the final value of a word of the output.
func (r *renaming) isResult(v value) bool {
	return v.buffer == Out && v.number == r.writes[Out][v.word]
}

func (r *renaming) rename(x *Range) {
	if x.Len == 0 && x.Buffer == Scratch {
		x.At = 0
	}
	if values := r.values(*x); len(values) > 0 {
		if at, moved := r.newWord[values[0]]; moved {
			*x = Range{Scratch, at, x.Len}
		}
	}
}
