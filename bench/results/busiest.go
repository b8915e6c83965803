package results

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Busiest returns the link that carried the most bytes of one call; the zero Link if links were not counted.
func (c Cell) Busiest() (busiest Link) {
	for _, link := range c.Links {
		if link.Bytes > busiest.Bytes {
			busiest = link
		}
	}
	return busiest
}

// WriteBusiest draws, for the largest size of every operation, the bytes on the busiest link of each contender. It
// prints nothing if links were not counted.
func WriteBusiest(w io.Writer, r *Result) {
	for _, cells := range Largest(r) {
		most := 0
		for _, c := range cells {
			most = max(most, c.Busiest().Bytes)
		}
		if most == 0 {
			continue
		}
		fmt.Fprintf(w, "\n# %s %s, %d ranks: bytes of one call on its busiest link\n", cells[0].Op, FormatSize(cells[0].Bytes), cells[0].P)
		for _, c := range cells {
			busiest := c.Busiest()
			bar := strings.Repeat("█", (22*busiest.Bytes+most/2)/most)
			fmt.Fprintf(w, "  %-29s %4s -> %-4s %11d  %s\n", c.Algo, busiest.From, busiest.To, busiest.Bytes, bar)
		}
	}
}

// Largest returns the cells of the largest size of every operation and process count.
func Largest(r *Result) (list [][]Cell) {
	for _, cells := range Tables(r.Cells) {
		most := slices.MaxFunc(cells, func(a, b Cell) int { return a.Bytes - b.Bytes }).Bytes
		list = append(list, slices.DeleteFunc(cells, func(c Cell) bool { return c.Bytes < most }))
	}
	return list
}
