package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
	"topocoll/bench/results/tables"
)

// A winnerMap shows the fastest contender at each size of each operation, for one process count.
type winnerMap struct {
	P    int
	Ops  []string
	Rows []winnerRow
}

type winnerRow struct {
	Bytes int
	Cells []winner // one for each operation
}

// A winner is the contender with the lowest ratio to the native call.
type winner struct {
	Name  string // "" if nothing was measured
	Ratio string
	Class string // CSS classes: the kind of the winner, and one for the verdict "inconclusive" or "same"
	Title string
}

func winnerMapsOf(tables []*table) []winnerMap {
	var maps []winnerMap
	for _, p := range processCounts(tables) {
		m := winnerMap{P: p}
		at := withProcesses(tables, p)
		for _, t := range at {
			m.Ops = append(m.Ops, t.Op)
		}
		for _, bytes := range sizesOf(at) {
			row := winnerRow{Bytes: bytes}
			for _, t := range at {
				row.Cells = append(row.Cells, t.fastestAt(bytes))
			}
			m.Rows = append(m.Rows, row)
		}
		maps = append(maps, m)
	}
	return maps
}

// fastestAt returns the fastest contender at a size. It marks the cell if the verdict on the best contender
// other than the native call is "inconclusive" or "same", even if the native call is the fastest.
func (t *table) fastestAt(bytes int) winner {
	cells := t.cellsOfSize(bytes)
	others := slices.DeleteFunc(slices.Clone(cells), func(c results.Cell) bool { return !c.Competes() })
	if _, measured := t.cellsByAlgo[native][bytes]; !measured && len(others) == 0 {
		return winner{}
	}
	w := winner{Name: native, Ratio: "1.00", Class: "w-native"}
	if len(others) == 0 {
		return w
	}
	best := slices.MinFunc(others, func(a, b results.Cell) int { return cmp.Compare(a.Ratio, b.Ratio) })
	if ratio := ranking.BestRatio(cells, results.Cell.Competes); best.Ratio < 1 && ratio < 1 {
		w = winner{Name: shortName(t.Op, best.Algo), Ratio: ratioText(ratio), Class: "w-" + kindOf(best.Algo)}
	}
	w.Class += map[string]string{results.Inconclusive: " open", results.Same: " tie"}[best.Verdict]
	w.Title = fmt.Sprintf("%s %s: lowest ratio to native %.3f (%v) by %s, %s", t.Op,
		results.FormatSize(bytes), best.Ratio,
		best.RatioRange, best.Algo, best.Verdict)
	return w
}

// kindOf returns the kind of a contender: "ours", "native", "forced", "gompi", or "aside" for an unranked
// one.
func kindOf(algo string) string {
	switch {
	case algo == native || algo == gompi:
		return algo
	case isForced(algo):
		return "forced"
	case results.Subject{Algo: algo}.IsUnranked():
		return "aside"
	}
	return "ours"
}

// A heatMap shows the ratios of topocoll's algorithms at one process count, with a row per algorithm and a
// column per size.
type heatMap struct {
	P      int
	Sizes  []int
	Groups []heatGroup
	Alike  []string // groups of algorithms with the same plans
}

// A heatGroup holds the rows of one operation, headed by the native call.
type heatGroup struct {
	MPI    string
	Native heatRow
	Rows   []heatRow
}

// A heatRow holds the cells of one algorithm, one for each size. If a size was not measured, the cell's Algo
// is empty.
type heatRow struct {
	Algo  string
	Cells []results.Cell
}

func heatMapsOf(tables []*table) []heatMap {
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
			r.Cells = append(r.Cells, t.cellsByAlgo[algo][bytes])
		}
		return r
	}
	g := heatGroup{MPI: t.MPI(), Native: row(native)}
	for _, algo := range t.ownAlgorithms() {
		g.Rows = append(g.Rows, row(algo))
	}
	return g
}

// maxShade is the darkest shade of each colour, for a factor of 4 or more.
const maxShade = 8

// shade returns the CSS class of a ratio: f0 to f8 below 1, s0 to s8 above, in equal steps of the logarithm.
func shade(ratio float64) string {
	log := math.Log2(ratio)
	if math.IsNaN(log) {
		return ""
	}
	step := int(math.Round(math.Min(2, math.Abs(log)) / 2 * maxShade))
	if log < 0 {
		return fmt.Sprintf("f%d", step)
	}
	return fmt.Sprintf("s%d", step)
}

// samePlans lists the algorithms with the same plans. Unless the plans are the same at all sizes, the sizes
// come first: "8, 64K: ring/bcast = hcube/bcast".
func (t *table) samePlans() (list []string) {
	sizes, order := map[string][]string{}, []string{}
	for _, bytes := range t.Sizes {
		for _, group := range strings.Split(tables.AlikeText(t.cellsOfSize(bytes)), "; ") {
			if !slices.Contains(order, group) {
				order = append(order, group)
			}
			sizes[group] = append(sizes[group], results.FormatSize(bytes))
		}
	}
	for _, group := range order {
		switch {
		case group == "":
		case len(sizes[group]) == len(t.Sizes):
			list = append(list, group)
		default:
			list = append(list, strings.Join(sizes[group], ", ")+": "+group)
		}
	}
	return list
}
