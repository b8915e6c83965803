package page

import (
	"fmt"
	"math"
	"strings"

	"topocoll/bench/results"
)

// A heatMap is the ratios of our algorithms at one process count: a row an algorithm, a column a size.
type heatMap struct {
	P      int
	Sizes  []int
	Groups []heatGroup
	Alike  []string // which algorithms have the same plans
}

// A heatGroup is the rows of one operation, headed by the times of the native call.
type heatGroup struct {
	Op, MPI string
	Native  []string // µs, by size; "" where nothing was measured
	Rows    []heatRow
}

type heatRow struct {
	Algo  string
	Cells []heat
}

type heat struct{ Text, Class, Title string }

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
	g := heatGroup{Op: t.Op, MPI: t.MPI()}
	for _, bytes := range sizes {
		text := ""
		if c, measured := t.at[place{native, bytes}]; measured {
			text = micros(c.Median)
		}
		g.Native = append(g.Native, text)
	}
	for _, algo := range t.ours() {
		row := heatRow{Algo: algo}
		for _, bytes := range sizes {
			c, measured := t.at[place{algo, bytes}]
			if !measured {
				row.Cells = append(row.Cells, heat{})
				continue
			}
			row.Cells = append(row.Cells, heatOf(c))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func heatOf(c results.Cell) heat {
	h := heat{Text: ratioText(c.Ratio), Class: shade(c.Ratio), Title: fmt.Sprintf("%s %s: %s µs, ratio %v, %s", c.Algo,
		results.FormatSize(c.Bytes), micros(c.Median), c.RatioRange, c.Verdict)}
	if c.Verdict == results.Inconclusive {
		h.Class += " open"
	}
	return h
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

// numbers is the table of all cells of an operation.
type numbers struct {
	Op   string
	P    int
	Rows []number
}

type number struct {
	Bytes                                  int
	Words                                  string // their type, if it is not the usual one
	Algo, Median, Range, Ratio, RatioRange string
	Q, Verdict, Skew                       string // Q: of being beyond the margin or within it, whichever is surer
	N                                      int
	Skewed                                 bool // the start skew is more than a tenth of the time
}

func numbersOf(tables []*table) []numbers {
	var all []numbers
	for _, t := range tables {
		n := numbers{Op: t.Op, P: t.P}
		for _, bytes := range t.Sizes {
			for _, algo := range t.Algos {
				if c, there := t.at[place{algo, bytes}]; there && c.Of == "" {
					n.Rows = append(n.Rows, numberOf(c))
				}
			}
		}
		all = append(all, n)
	}
	return all
}

func numberOf(c results.Cell) number {
	n := number{Bytes: c.Bytes, Words: c.OtherType(), Algo: strings.Join(c.Names(), " = "), Median: micros(c.Median), Range: span(c.Interval, micros), N: c.N,
		Skew: micros(c.SkewP50) + " / " + micros(c.SkewP95), Skewed: skewed(c)}
	if c.Algo == native {
		return n
	}
	three := func(x float64) string { return fmt.Sprintf("%.3f", x) }
	n.Ratio, n.RatioRange, n.Q, n.Verdict = three(c.Ratio), span(c.RatioRange, three), fmt.Sprintf("%.2g", min(c.QMargin, c.QSame)), c.Verdict
	return n
}
