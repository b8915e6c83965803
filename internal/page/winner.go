package page

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
)

// A winnerMap shows the fastest contender at each size of each operation, for one process count.
type winnerMap struct {
	P    int
	Ops  []string
	Rows []winnerRow
}

type winnerRow struct {
	Bytes int
	Cells []winner // by operation
}

// A winner is the contender with the lowest ratio to native.
type winner struct {
	Name  string // "" if nothing was measured
	Ratio string
	Class string // CSS class of the winner's kind, and of an inconclusive verdict
	Title string
}

func winnersOf(tables []*table) []winnerMap {
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
				row.Cells = append(row.Cells, t.winner(bytes))
			}
			m.Rows = append(m.Rows, row)
		}
		maps = append(maps, m)
	}
	return maps
}

// winner returns the fastest contender at a size. If it is native, the verdict on the closest contender
// determines whether the cell is inconclusive.
func (t *table) winner(bytes int) winner {
	cells := t.cellsOfSize(bytes)
	others := slices.DeleteFunc(slices.Clone(cells), func(c results.Cell) bool { return !c.Competes() })
	if _, measured := t.at[native][bytes]; !measured && len(others) == 0 {
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

// kindOf returns the kind of a contender: ours, native, forced, gompi, or aside if it is not ranked.
func kindOf(algo string) string {
	switch {
	case algo == native || algo == gompi:
		return algo
	case isForced(algo):
		return "forced"
	case results.Cell{Subject: results.Subject{Algo: algo}}.IsUnranked():
		return "aside"
	}
	return "ours"
}
