package results

// A table is one operation at one process count.
type table struct {
	op string
	p  int
}

func (c Cell) table() table { return table{c.Op, c.P} }

// A cellKey identifies a cell within a result.
type cellKey struct {
	op, algo string
	p, bytes int
}

func (c Cell) key() cellKey { return cellKey{c.Op, c.Algo, c.P, c.Bytes} }

func (k cellKey) native() cellKey { return cellKey{k.op, Native, k.p, k.bytes} }

// grouped collects the values that have the same key, in the order in which the keys first appear.
func grouped[T any, K comparable](list []T, key func(T) K) (groups [][]T) {
	at := map[K]int{}
	for _, value := range list {
		i, known := at[key(value)]
		if !known {
			i = len(groups)
			at[key(value)] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], value)
	}
	return groups
}

// distinct returns the values of a list, each once, in the order in which they first appear.
func distinct[T comparable](list []T) (once []T) {
	for _, group := range grouped(list, func(value T) T { return value }) {
		once = append(once, group[0])
	}
	return once
}

// sittings are the cells of each operation and size, in the order of the run.
func sittings(cells []Cell) [][]Cell { return grouped(cells, Cell.sitting) }

// lowest is the cell of some where a number is lowest, the first of several.
func lowest(cells []Cell, which func(Cell) bool, number func(Cell) float64) (least Cell, found bool) {
	for _, c := range cells {
		if which(c) && (!found || number(c) < number(least)) {
			least, found = c, true
		}
	}
	return least, found
}

func byRatio(c Cell) float64 { return c.Ratio }
