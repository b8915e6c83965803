package explain

import "slices"

// A bundle combines the messages from one node to another in a step. They are drawn as one arrow.
type bundle struct {
	Arrow
	messages int
}

func (f *Figure) bundles(arrows []Arrow) (all []bundle) {
	number := map[[2]int]int{}
	for _, a := range arrows {
		pair := [2]int{a.From, a.To}
		i, known := number[pair]
		if !known {
			number[pair] = len(all)
			all = append(all, bundle{a, 1})
			continue
		}
		all[i].messages++
		all[i].words = slices.Concat(all[i].words, a.words)
		all[i].Data = f.label(all[i].words)
	}
	return all
}
