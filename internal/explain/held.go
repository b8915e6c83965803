package explain

import (
	"slices"

	"topocoll/catalog"
)

// distributes reports whether the operation moves data without combining them. If it does, Held can follow
// the data of each node.
func (f *Figure) distributes() bool {
	return slices.Contains(
		[]catalog.Collective{catalog.Allgather, catalog.Gather, catalog.Scatter, catalog.Alltoall,
			catalog.Shift}, f.Info.Op)
}

// Held returns the data of every node before each step and after the last one, in the format of Arrow.Data.
func (f *Figure) Held() [][]string {
	held := make([][]word, f.P)
	for node := range held {
		held[node] = input(f.Info.Op, f.P, f.M, node, f.Root)
	}
	all := [][]string{f.labels(held)}
	for _, arrows := range f.Steps {
		for _, a := range arrows {
			if f.Info.Op != catalog.Allgather { // the sender does not keep the data
				held[a.From] =
					slices.DeleteFunc(held[a.From], func(w word) bool { return slices.Contains(a.words, w) })
			}
		}
		for _, a := range arrows {
			held[a.To] = append(held[a.To], a.words...)
		}
		all = append(all, f.labels(held))
	}
	return all
}

func (f *Figure) labels(held [][]word) []string {
	labels := make([]string, len(held))
	for node, words := range held {
		slices.SortFunc(words, func(a, b word) int {
			if a.from != b.from {
				return int([]rune(a.from)[0]) - int([]rune(b.from)[0])
			}
			return a.to - b.to
		})
		labels[node] = f.label(words)
	}
	return labels
}
