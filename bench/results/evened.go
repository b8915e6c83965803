package results

// evened gives every launch a cell for each row that was not alike with the same one in all of them: the messages of a launch choose
// how long segments are, so two rows may have the same plans in one launch and not in another.
func evened(launches []*Result) []*Result {
	stands := map[Key]string{} // the row that was measured for a row; "" if that was not always the same
	for _, r := range launches {
		for _, c := range r.Cells {
			for _, algo := range c.Names() {
				key := Key{c.Case(), algo}
				if by, known := stands[key]; !known {
					stands[key] = c.Algo
				} else if by != c.Algo {
					stands[key] = ""
				}
			}
		}
	}
	var all []*Result
	for _, r := range launches {
		even := *r
		even.Cells = nil
		for _, c := range r.Cells {
			even.Cells = append(even.Cells, c.divided(stands)...)
		}
		all = append(all, &even)
	}
	return all
}

// divided returns a cell for itself and one for each row that it does not stand for in all launches.
func (c Cell) divided(stands map[Key]string) []Cell {
	var alike []string
	cells := []Cell{c}
	for _, algo := range c.Alike {
		if stands[Key{c.Case(), algo}] == c.Algo {
			alike = append(alike, algo)
			continue
		}
		own := c.as(algo)
		own.Of = ""
		cells = append(cells, own)
	}
	cells[0].Alike = alike
	return cells
}
