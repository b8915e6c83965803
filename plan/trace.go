package plan

// A Source identifies a word of the input of some node by rank and index.
type Source struct{ Rank, Word int }

// Contents holds the sources of the words of a node's output and scratch memory at the end of a job.
type Contents struct{ Out, Scratch []Source }

// Trace returns the final memory contents of each node. The result `found` is false if a plan combines words
// or writes a word of memory twice, because such a word has no single source. The source of a word that no
// step writes has rank -1. The job must pass Check.
func (j Job) Trace() (contents []Contents, found bool) {
	g := j.dependencyGraph()
	sorted, err := g.topologicalOrder()
	if err != nil {
		return nil, false
	}
	t := make([]tracedNode, len(j))
	for rank := range j {
		t[rank] = newTracedNode(rank, &j[rank])
	}
	receives := j.stepsByMessage(Recv)
	at := make([]stepRef, g.steps)
	g.eachStep(func(p stepRef) { at[g.firstIndex[p.rank]+p.step] = p })
	for _, v := range sorted {
		from := at[v]
		into := from
		s := j[from.rank].Steps[from.step]
		switch s.Kind {
		case Recv: // the matching Send moves the words
			continue
		case Send:
			into = receives[j.messageKey(from)]
		case Combine:
			return nil, false
		}
		words := t[from.rank].words(s.From)
		if !t[into.rank].write(j[into.rank].Steps[into.step].Into, words) {
			return nil, false
		}
	}
	for rank := range t {
		contents = append(contents, Contents{t[rank][Out], t[rank][Scratch]})
	}
	return contents, true
}

// A tracedNode holds the sources of all words of a node's three buffers.
type tracedNode [3][]Source

func newTracedNode(rank int, p *Plan) (t tracedNode) {
	for buffer, words := range [...]int{In: p.In, Out: p.Out, Scratch: p.Scratch} {
		t[buffer] = make([]Source, words)
		for word := range words {
			t[buffer][word] = Source{-1, -1}
			if Buffer(buffer) == In {
				t[buffer][word] = Source{rank, word}
			}
		}
	}
	return t
}

func (t *tracedNode) words(r Range) []Source { return t[r.Buffer][r.At : r.At+r.Len] }

// write sets the sources of the words of r. It returns false if one of the words already had a source.
func (t *tracedNode) write(r Range, words []Source) bool {
	for i, old := range t.words(r) {
		if old.Rank >= 0 {
			return false
		}
		t.words(r)[i] = words[i]
	}
	return true
}
