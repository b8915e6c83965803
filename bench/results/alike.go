package results

import (
	"io"
	"slices"
	"strings"
)

// A row whose plans are the same as those of another one, at some p and size, is not measured there: the cell of the other one has
// its name in Alike, and counts once.

// Names returns the rows whose cell it is.
func (c Cell) Names() []string { return append([]string{c.Algo}, c.Alike...) }

// as returns the cell as that of another row with the same plans.
func (c Cell) as(algo string) Cell {
	c.Of, c.Algo, c.Alike = c.Algo, algo, nil
	return c
}

// Spread returns the cells and, for every row that was measured at another size of the operation, the cells in which it is alike:
// such a row then has all sizes. The cells that are added are marked by Of.
func Spread(cells []Cell) []Cell {
	type row struct {
		op, algo string
		p        int
	}
	measured := map[row]bool{}
	for _, c := range cells {
		measured[row{c.Op, c.Algo, c.P}] = true
	}
	var all []Cell
	for _, c := range cells {
		all = append(all, c)
		for _, algo := range c.Alike {
			if measured[row{c.Op, algo, c.P}] {
				all = append(all, c.as(algo))
			}
		}
	}
	return all
}

// writeAlike prints which rows have the same plans at a size, if they are not those of the size before.
func writeAlike(w io.Writer, before, cells []Cell) {
	now := AlikeText(cells)
	if now == "" || now == AlikeText(before) {
		return
	}
	first := cells[0]
	WriteComment(w, "the same steps on %s from %s on, measured once: %s", many(first.P, "rank"), FormatSize(first.Bytes), now)
}

// AlikeText lists the groups of rows that have the same plans at a size: "a = b = c; d = e".
func AlikeText(cells []Cell) string {
	var groups []string
	for _, c := range cells {
		if len(c.Alike) > 0 {
			groups = append(groups, strings.Join(c.Names(), " = "))
		}
	}
	return strings.Join(groups, "; ")
}

// named returns the cell of a row, which may be that of another one with the same plans.
func (s size) named(algo string) (Cell, bool) {
	i := slices.IndexFunc(s, func(c Cell) bool { return c.Algo == algo })
	if i >= 0 {
		return s[i], true
	}
	if i = slices.IndexFunc(s, func(c Cell) bool { return slices.Contains(c.Alike, algo) }); i >= 0 {
		return s[i].as(algo), true
	}
	return Cell{}, false
}
