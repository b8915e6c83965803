package page

import (
	"fmt"
	"math"

	"topocoll/bench/results"
)

// A heatMap is the ratios of our algorithms at one process count: a row an algorithm, a column a size.
type heatMap struct {
	P      int
	Sizes  []int
	Groups []heatGroup
	Alike  []string // which algorithms have the same plans
}

// A heatGroup is the rows of one operation, headed by the native call.
type heatGroup struct {
	MPI    string
	Native heatRow
	Rows   []heatRow
}

// A heatRow is the cells of an algorithm by size; those that were not measured have no algorithm.
type heatRow struct {
	Algo  string
	Cells []results.Cell
}

func heatsOf(tables []*table) []heatMap {
	var maps []heatMap
	for _, p := range processCounts(tables) {
		at := withProcesses(tables, p)
		m := heatMap{P: p, Sizes: sizesOf(at)}
		for _, t := range at {
			if len(t.ours()) > 0 {
				m.Groups = append(m.Groups, t.heat(m.Sizes))
				m.Alike = append(m.Alike, t.alike()...)
			}
		}
		if m.Groups != nil {
			maps = append(maps, m)
		}
	}
	return maps
}

func (t *table) heat(sizes []int) heatGroup {
	row := func(algo string) heatRow {
		r := heatRow{Algo: algo}
		for _, bytes := range sizes {
			r.Cells = append(r.Cells, t.at[algo][bytes])
		}
		return r
	}
	g := heatGroup{MPI: t.MPI(), Native: row(native)}
	for _, algo := range t.ours() {
		g.Rows = append(g.Rows, row(algo))
	}
	return g
}

// shades of each colour; the last is a factor of 4 and more.
const shades = 8

// shade is the class of a ratio: f0 to f8 below 1, s0 to s8 above, equal steps of the logarithm.
func shade(ratio float64) string {
	log := math.Log2(ratio)
	if math.IsNaN(log) {
		return ""
	}
	step := int(math.Round(math.Min(2, math.Abs(log)) / 2 * shades))
	if log < 0 {
		return fmt.Sprintf("f%d", step)
	}
	return fmt.Sprintf("s%d", step)
}
