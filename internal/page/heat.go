package page

import (
	"fmt"
	"math"

	"topocoll/bench/results"
)

// A heatMap shows the ratios of our algorithms at one process count: a row per algorithm, a column per size.
type heatMap struct {
	P      int
	Sizes  []int
	Groups []heatGroup
	Alike  []string // algorithms with the same plans
}

// A heatGroup has the rows of one operation, headed by the native call.
type heatGroup struct {
	MPI    string
	Native heatRow
	Rows   []heatRow
}

// A heatRow has the cells of an algorithm by size. A cell that was not measured has no algorithm.
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
			if len(t.ownAlgorithms()) > 0 {
				m.Groups = append(m.Groups, t.heat(m.Sizes))
				m.Alike = append(m.Alike, t.samePlans()...)
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
	for _, algo := range t.ownAlgorithms() {
		g.Rows = append(g.Rows, row(algo))
	}
	return g
}

// shades is the number of shades of each colour. The last shade stands for a factor of 4 or more.
const shades = 8

// shade returns the CSS class of a ratio: f0 to f8 below 1, s0 to s8 above, in equal steps of the logarithm.
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
