package results

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"topocoll/bench/stats"
)

// A Contest is one operation at one process count: the best of ours against native over all sizes.
type Contest struct {
	Op       string
	P        int
	Sizes    int
	Best     float64 // geometric mean over the sizes of the best of ours / native
	Forced   float64 // the same against the best native algorithm, NaN where none was forced
	InC      float64 // the same of short calls, native and ours timed in C; NaN if they were not
	Leader   string  // ours with the lowest geometric mean over the sizes, in one half of the repetitions
	LeadMean float64 // its geometric mean in the other half
	Verdicts map[string]int
}

// Contests summarises a table. The best contender is selected in one half of the repetitions, or launches, and its ratio is
// taken from the other: the half that selects it would make it look better than it is. The means are those of ratios;
// they are not average speed-ups.
func Contests(r *Result) (contests []Contest) {
	for _, cells := range Tables(r.Cells) {
		contests = append(contests, contest(cells))
	}
	return contests
}

func contest(cells []Cell) Contest {
	c := Contest{Op: cells[0].Op, P: cells[0].P, Verdicts: map[string]int{}, LeadMean: math.Inf(1)}
	var best, forced, inC []float64
	byAlgo := map[string][2][]float64{}
	for _, cells := range Cases(Spread(cells)) {
		size := size(cells)
		ours := size.only(Cell.IsAlgorithm)
		if len(ours) == 0 {
			continue
		}
		best = append(best, ours.best())
		if named := size.only(Cell.IsForced); len(named) > 0 {
			forced = append(forced, ours.bestAgainst(append(named, entrant{Algo: Native, half: [2]float64{1, 1}})))
		}
		for _, e := range ours {
			halves := byAlgo[e.Algo]
			byAlgo[e.Algo] = [2][]float64{append(halves[0], e.half[0]), append(halves[1], e.half[1])}
		}
		for _, cell := range size {
			if cell.InCRatio > 0 {
				inC = append(inC, cell.InCRatio)
			}
			if cell.IsAlgorithm() && cell.Of == "" {
				c.Verdicts[cell.Verdict]++
			}
		}
	}
	c.Sizes, c.Best, c.Forced, c.InC = len(best), stats.GeometricMean(best), stats.GeometricMean(forced), stats.GeometricMean(inC) // NaN if there are none
	least := math.Inf(1)
	for algo, halves := range byAlgo {
		if mean := stats.GeometricMean(halves[0]); mean < least || mean == least && algo < c.Leader {
			least, c.Leader, c.LeadMean = mean, algo, stats.GeometricMean(halves[1])
		}
	}
	return c
}

// Forced reports whether the cell is a native algorithm that was forced.
func (c Cell) IsForced() bool { return strings.HasPrefix(c.Algo, Native+":") }

// halved names what the measurement is split into halves of.
func halved(r *Result) string {
	if r.Env.Launches > 1 {
		return "launches"
	}
	return "repetitions"
}

// goLayer is the time in ns that calling the library from Go adds to a native call: the median over the cells with
// short calls, where it is not lost in the noise. Oversubscribed cells are left out, because there it would include the
// scheduler's time.
func goLayer(r *Result) (ns float64, known bool) {
	var added []float64
	for _, c := range r.Cells {
		if c.InC > 0 && !c.Oversubscribed && c.Bytes <= Short {
			added = append(added, c.Median-c.InC)
		}
	}
	return stats.Median(added), len(added) > 0
}

// Short is the largest block in bytes of calls so short that the call from Go tells.
const Short = 1 << 10

// WriteSummary prints one line per operation and process count.
func WriteSummary(w io.Writer, r *Result) {
	fmt.Fprintln(w)
	contests := slices.DeleteFunc(Contests(r), func(c Contest) bool { return c.Sizes == 0 })
	if len(contests) > 0 {
		WriteComment(w, "best of ours / native (default call, best forced algorithm): geometric mean over the sizes, below 1 is faster; the best is selected on half of the %s, its ratio is that on the other half", halved(r))
	}
	if ns, known := goLayer(r); known && !r.Env.TimeInC {
		WriteComment(w, "native is called from Go, like ours: this adds %.0f ns to its time in a C program, for calls of at most 1 KiB (in_c_ns)", ns)
	}
	if len(contests) > 0 {
		writeInC(w, contests)
		writeContests(w, contests)
	}
	writePairs(w, r)
	writeRegrets(w, r)
}

func writeContests(w io.Writer, contests []Contest) {
	fmt.Fprintf(w, "# operation     p native  forced best single of ours          native +/=/-/.\n")
	for _, c := range contests {
		forced := "-"
		if !math.IsNaN(c.Forced) {
			forced = FormatRatio(c.Forced)
		}
		fmt.Fprintf(w, "%-13s %3d %6s %7s %-28s %6s %d/%d/%d/%d\n", c.Op, c.P, FormatRatio(c.Best), forced,
			fitted(c.Leader, 28), FormatRatio(c.LeadMean), c.Verdicts[Faster], c.Verdicts[Same], c.Verdicts[Slower], c.Verdicts[Inconclusive])
	}
}

// writeInC prints what a C program would see of short calls.
func writeInC(w io.Writer, contests []Contest) {
	for _, of := range GroupBy(contests, func(c Contest) int { return c.P }) {
		var list []string
		for _, c := range of {
			if !math.IsNaN(c.InC) {
				list = append(list, c.Op+" "+FormatRatio(c.InC))
			}
		}
		if len(list) > 0 {
			WriteComment(w, "the same of calls of at most 1 KiB, both timed as in a C program, on %s: %s", many(of[0].P, "rank"), strings.Join(list, ", "))
		}
	}
}
