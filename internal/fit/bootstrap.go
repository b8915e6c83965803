package fit

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// bootstrap fills in the 95 % intervals of ts and tw of a line: the middle 95 % of the lines through its points
// resampled with replacement. They show how much single sizes change the line. So they include both the error of the
// model and that of the measurements. The seed is fixed: the same points give the same intervals.
func (l *Line) bootstrap(points []point) {
	const draws = 1000
	if points[0].bytes == points[len(points)-1].bytes {
		l.Ts95, l.Tw95 = [2]float64{l.Ts, l.Ts}, [2]float64{l.Tw, l.Tw}
		return
	}
	random := rand.New(rand.NewPCG(1, uint64(len(points))))
	ts, tw := make([]float64, 0, draws), make([]float64, 0, draws)
	drawn := make([]point, len(points))
	for len(ts) < draws {
		for i := range drawn {
			drawn[i] = points[random.IntN(len(points))]
		}
		slices.SortFunc(drawn, func(a, b point) int { return cmp.Compare(a.bytes, b.bytes) })
		if drawn[0].bytes == drawn[len(drawn)-1].bytes {
			continue // no line through one size
		}
		line, _ := lineOf(drawn)
		ts, tw = append(ts, line.Ts), append(tw, line.Tw)
	}
	l.Ts95, l.Tw95 = middle95(ts), middle95(tw)
}

func middle95(x []float64) [2]float64 {
	slices.Sort(x)
	return [2]float64{stat.Quantile(0.025, stat.Empirical, x, nil), stat.Quantile(0.975, stat.Empirical, x, nil)}
}
