package tune

import (
	"math"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
)

// A pair is two launches that follow each other, one with the files and one without, by cell.
type pair struct{ without, with map[Cell]Time }

// pairs are those that are whole.
func (c *Check) pairs() (all []pair) {
	for i := 1; i < len(c.Launches); i += 2 {
		a, b := c.Launches[i-1], c.Launches[i]
		if a.With {
			a, b = b, a
		}
		all = append(all, pair{a.byCell(), b.byCell()})
	}
	return all
}

func (l Launch) byCell() map[Cell]Time {
	times := map[Cell]Time{}
	for _, t := range l.Times {
		times[Cell{t.Op, t.Bytes}] = t
	}
	return times
}

// judge compares the two settings. The pair of launches is the unit, as the launch is in bench: each pair has one log ratio, and the
// interval is Student's t of them, with a variance that the whole table moderates. A cell that is not in every pair is left out.
func (c *Check) judge(says func(op catalog.Collective, bytes int) string) {
	c.Cells, c.All, c.Said, c.Left = nil, nil, nil, nil
	pairs := c.pairs()
	if len(pairs) < 2 {
		return
	}
	var of []stats.Launches
	var rows, said, left [][]float64
	for _, t := range c.Launches[0].Times {
		cell, logs := cellOf(pairs, Cell{t.Op, t.Bytes})
		if logs == nil {
			continue
		}
		cell.Takes = says(t.Op, t.Bytes)
		c.Cells, of, rows = append(c.Cells, cell), append(of, stats.NewLaunches(logs)), append(rows, logs)
		if cell.Takes == "" {
			left = append(left, logs)
		} else {
			said = append(said, logs)
		}
	}
	c.verdicts(of)
	c.All, c.Said, c.Left = gainOf(rows), gainOf(said), gainOf(left)
}

// cellOf returns the times of a cell, and its log ratio in each pair; nil if it is not in all. Compared are the ratios to what was called
// beside, as by Compare in bench/results, since the machine may have been slower in one of the launches.
func cellOf(pairs []pair, at Cell) (cell CheckCell, logs []float64) {
	var without, with, withoutRatio, withRatio []float64
	for _, p := range pairs {
		a, b := p.without[at], p.with[at]
		if a.Beside == "" || a.Beside != b.Beside {
			return CheckCell{}, nil
		}
		cell.Beside = a.Beside
		without, with, logs = append(without, a.Median), append(with, b.Median), append(logs, math.Log(b.Ratio/a.Ratio))
		withoutRatio, withRatio = append(withoutRatio, a.Ratio), append(withRatio, b.Ratio)
	}
	cell.Op, cell.Bytes = at.Op, at.Bytes
	cell.Without, cell.With = stats.GeometricMean(without), stats.GeometricMean(with)
	cell.WithoutRatio, cell.WithRatio = stats.GeometricMean(withoutRatio), stats.GeometricMean(withRatio)
	return cell, logs
}

// Ours is how much longer our own algorithms took with the files: the geometric mean over cells and pairs. differs reports that it was by
// more than 5 % in more than half of the pairs, all in that direction.
func (c *Check) Ours() (ratio float64, differs bool) {
	const margin = 1.05
	var ratios []float64
	longer, shorter := 0, 0
	for _, p := range c.pairs() {
		var cells []float64
		for _, t := range c.Launches[0].Times {
			a, b := p.without[Cell{t.Op, t.Bytes}], p.with[Cell{t.Op, t.Bytes}]
			if a.Ours > 0 && b.Ours > 0 && a.Beside == b.Beside {
				cells = append(cells, b.Ours/a.Ours)
			}
		}
		if len(cells) == 0 {
			continue
		}
		mean := stats.GeometricMean(cells)
		ratios = append(ratios, mean)
		if mean > margin {
			longer++
		} else if mean < 1/margin {
			shorter++
		}
	}
	if len(ratios) == 0 {
		return 1, false
	}
	return stats.GeometricMean(ratios), 2*max(longer, shorter) > len(ratios)
}

// verdicts are those of bench, at a margin of the indifference. The cells for which the files say something are corrected apart from
// those for which they do not: of these it is known that hardly anything can change.
func (c *Check) verdicts(of []stats.Launches) {
	margin := math.Log(1 + stats.Indifference)
	prior := stats.NewPrior(of)
	for _, said := range []bool{true, false} {
		var at []int
		var beyond, same []float64
		for i := range c.Cells {
			if said != (c.Cells[i].Takes != "") {
				continue
			}
			l := of[i].Given(prior)
			e := l.Estimate(results.Confidence).Exp()
			c.Cells[i].Ratio, c.Cells[i].Low, c.Cells[i].High = e.Value, e.Lo, e.Hi
			at, beyond, same = append(at, i), append(beyond, stats.Beyond(l, -margin, margin)), append(same, stats.Within(l, -margin, margin))
		}
		beyond, same = stats.BenjaminiHochberg(beyond), stats.BenjaminiHochberg(same)
		for k, i := range at {
			c.Cells[i].Verdict = results.Verdict(c.Cells[i].Ratio, beyond[k], same[k])
		}
	}
}

// gainOf is the geometric mean over cells, whose log ratios of each pair these are. Its interval is that of the pairs' means.
func gainOf(rows [][]float64) *Gain {
	if len(rows) == 0 {
		return nil
	}
	means := make([]float64, len(rows[0]))
	for _, logs := range rows {
		for i, log := range logs {
			means[i] += log / float64(len(rows))
		}
	}
	e := stats.NewLaunches(means).Estimate(results.Confidence).Exp()
	return &Gain{len(rows), e.Value, e.Lo, e.Hi}
}
