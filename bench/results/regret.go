package results

import (
	"io"

	"topocoll/bench/stats"
)

// A Regret is the time of auto over that of the best contender of each size, of one operation at one process count. 1 is the best
// choice.
type Regret struct {
	Op    string
	P     int
	Mean  float64 // geometric mean over the sizes
	Worst float64
	At    int // bytes of the size with the worst
}

// Regrets returns those of a table. The best contender, native included, is selected in one half of the repetitions, or launches, and
// its time is taken from the other, so a regret may be below 1 by chance.
func Regrets(r *Result) (regrets []Regret) {
	for _, cells := range Tables(r.Cells) {
		regret := Regret{Op: cells[0].Op, P: cells[0].P}
		var all []float64
		for _, cells := range Cases(Spread(cells)) {
			size := size(cells)
			auto := size.only(func(c Cell) bool { return c.Algo == Auto })
			if len(auto) == 0 {
				continue
			}
			others := size.only(func(c Cell) bool { return c.Algo != Native && !c.IsUnranked() })
			ratio := auto.bestAgainst(append(others, entrant{Algo: Native, half: [2]float64{1, 1}}))
			if all = append(all, ratio); ratio > regret.Worst {
				regret.Worst, regret.At = ratio, cells[0].Bytes
			}
		}
		if len(all) > 0 {
			regret.Mean = stats.GeometricMean(all)
			regrets = append(regrets, regret)
		}
	}
	return regrets
}

// writeRegrets prints a line for each operation and process count with auto.
func writeRegrets(w io.Writer, r *Result) {
	regrets := Regrets(r)
	if len(regrets) > 0 {
		WriteComment(w, "time of auto / time of the best contender, selected on half of the %s: 1 is the best choice", halved(r))
	}
	for _, g := range regrets {
		WriteComment(w, "auto: %s on %s: %s over the sizes, at worst %s at %s", g.Op, many(g.P, "rank"), FormatRatio(g.Mean), FormatRatio(g.Worst), FormatSize(g.At))
	}
}
