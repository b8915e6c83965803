package results

import (
	"fmt"
	"slices"

	"topocoll/catalog"
)

// A Case is an operation with a rank count and a block size in bytes. All contenders of a case are measured
// in the same repetitions.
type Case struct {
	Op    catalog.Collective
	P     int
	Bytes int
}

// String returns the case in the form "bcast 64K p=8".
func (c Case) String() string { return fmt.Sprintf("%s %s p=%d", c.Op, FormatSize(c.Bytes), c.P) }

func (s Subject) Case() Case { return Case{catalog.Collective(s.Op), s.P, s.Bytes} }

// A Key identifies a cell within a result.
type Key struct {
	Case
	Algo string
}

func (s Subject) Key() Key { return Key{s.Case(), s.Algo} }

// Key returns the key of a contender of the case.
func (c Case) Key(algo string) Key { return Key{c, algo} }

func (k Key) Native() Key { return Key{k.Case, Native} }

// Cases groups cells by case, in the order of the run.
func Cases(cells []Cell) [][]Cell { return GroupBy(cells, Cell.Case) }

// Tables groups cells by operation and rank count, one group for each printed table, in the order of the run.
func Tables(cells []Cell) [][]Cell {
	return GroupBy(cells, func(c Cell) Case { return c.Case().Table() })
}

// Table returns c with the size 0. It is a key for tables, because it returns the same value for all cases of
// one printed table.
func (c Case) Table() Case { return Case{Op: c.Op, P: c.P} }

// GroupBy groups the values of a list by key. Groups, and the values in them, keep the order of the list.
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

// Distinct returns the distinct values of a list, in the order in which they first appear.
func Distinct[T comparable](list []T) (once []T) {
	for _, group := range GroupBy(list, func(value T) T { return value }) {
		once = append(once, group[0])
	}
	return once
}

// Lowest returns the first cell with the lowest value of `number` among the selected cells, if there is one.
func Lowest(cells []Cell, selected func(Cell) bool, number func(Cell) float64) (least Cell, found bool) {
	for _, c := range cells {
		if selected(c) && (!found || number(c) < number(least)) {
			least, found = c, true
		}
	}
	return least, found
}

// CellsOfLargestSizes returns the cells of the largest size of every operation and rank count.
func CellsOfLargestSizes(r *Result) (list [][]Cell) {
	for _, cells := range Tables(r.Cells) {
		most := slices.MaxFunc(cells, func(a, b Cell) int { return a.Bytes - b.Bytes }).Bytes
		list = append(list, slices.DeleteFunc(cells, func(c Cell) bool { return c.Bytes < most }))
	}
	return list
}

// FindCell returns the cell of an algorithm among the cells of a case. If another algorithm with the same
// plans was measured instead, it returns a copy of that cell under the name `algo`.
func FindCell(cells []Cell, algo string) (Cell, bool) {
	i := slices.IndexFunc(cells, func(c Cell) bool { return c.Algo == algo })
	if i >= 0 {
		return cells[i], true
	}
	if i = slices.IndexFunc(cells, func(c Cell) bool { return slices.Contains(c.Alike, algo) }); i >= 0 {
		return cells[i].withName(algo), true
	}
	return Cell{}, false
}

// Two algorithms may have the same plans for a case. In this case only one of them is measured, and the field
// Alike of its cell contains the name of the other. Statistics over a table count such a cell once.

// Algos returns the names of the measured algorithm and of the algorithms with the same plans.
func (s Subject) Algos() []string { return append([]string{s.Algo}, s.Alike...) }

// withName returns a copy of the cell under the name of another algorithm with the same plans.
func (c Cell) withName(algo string) Cell {
	c.Of, c.Algo, c.Alike = c.Algo, algo, nil
	return c
}

// ExpandAlike returns the cells and additional copies of some of them. An algorithm may have its own cell at
// some sizes, and be listed in the field Alike of another cell at other sizes. For each of these other sizes,
// ExpandAlike adds a copy of that cell under the name of the algorithm. In the copy, the field `Of` contains
// the name of the algorithm that was measured.
func ExpandAlike(cells []Cell) []Cell {
	measured := map[Key]bool{}
	for _, c := range cells {
		measured[c.Case().Table().Key(c.Algo)] = true
	}
	var all []Cell
	for _, c := range cells {
		all = append(all, c)
		for _, algo := range c.Alike {
			if measured[c.Case().Table().Key(algo)] {
				all = append(all, c.withName(algo))
			}
		}
	}
	return all
}
