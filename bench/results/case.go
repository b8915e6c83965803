package results

import (
	"fmt"

	"topocoll/catalog"
)

// A Case is an operation on a number of ranks at a size, in bytes of one rank's block. Its contenders are measured in the
// same repetitions.
type Case struct {
	Op    catalog.Collective
	P     int
	Bytes int
}

// String returns the case in the form "bcast 64K p=8".
func (c Case) String() string { return fmt.Sprintf("%s %s p=%d", c.Op, FormatSize(c.Bytes), c.P) }

// Case returns the case that the cell belongs to.
func (c Cell) Case() Case { return Case{catalog.Collective(c.Op), c.P, c.Bytes} }

// A Key identifies a cell within a result.
type Key struct {
	Case
	Algo string
}

// Key returns the case and the contender of the cell.
func (c Cell) Key() Key { return Key{c.Case(), c.Algo} }

// Native returns the key of the native cell of the same case.
func (k Key) Native() Key { return Key{k.Case, Native} }

// Cases groups cells by their case, in the order of the run.
func Cases(cells []Cell) [][]Cell { return GroupBy(cells, Cell.Case) }

// Tables groups cells by operation and number of ranks, in the order of the run.
func Tables(cells []Cell) [][]Cell {
	return GroupBy(cells, func(c Cell) Case { return c.Case().table() })
}

// table returns what all cases of one table share: it has no size.
func (c Case) table() Case { return Case{Op: c.Op, P: c.P} }

// GroupBy groups values with the same key. Groups and values keep the order of the list.
func GroupBy[T any, K comparable](list []T, key func(T) K) (groups [][]T) {
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

// Distinct returns the values of a list without repetitions, in the order in which they first appear.
func Distinct[T comparable](list []T) (once []T) {
	for _, group := range GroupBy(list, func(value T) T { return value }) {
		once = append(once, group[0])
	}
	return once
}

// Lowest returns the first of the selected cells with the lowest number, and whether any cell is selected.
func Lowest(cells []Cell, selected func(Cell) bool, number func(Cell) float64) (least Cell, found bool) {
	for _, c := range cells {
		if selected(c) && (!found || number(c) < number(least)) {
			least, found = c, true
		}
	}
	return least, found
}
