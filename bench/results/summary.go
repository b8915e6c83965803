package results

import (
	"fmt"
	"io"
	"math"
	"slices"

	"topocoll/bench/stats"
)

// A Contest is one operation at one process count: the best of ours against native over all sizes.
type Contest struct {
	Op       string
	P        int
	Sizes    int
	Best     float64 // geometric mean over the sizes of the best of ours / native
	Forced   float64 // the same against the best native algorithm, NaN where none was forced
	Leader   string  // the algorithm of ours with the lowest geometric mean
	LeadMean float64
	Verdicts map[string]int
}

// Contests sums a table up. A geometric mean of ratios is what it is: no average speed-up.
func Contests(r *Result) []Contest {
	type place struct {
		op string
		p  int
	}
	var order []place
	cells := map[place][]Cell{}
	for _, c := range r.Cells {
		at := place{c.Op, c.P}
		if cells[at] == nil {
			order = append(order, at)
		}
		cells[at] = append(cells[at], c)
	}
	var contests []Contest
	for _, at := range order {
		contests = append(contests, contest(at.op, at.p, cells[at]))
	}
	return contests
}

func contest(op string, p int, cells []Cell) Contest {
	c := Contest{Op: op, P: p, Verdicts: map[string]int{}, Forced: math.NaN(), LeadMean: math.Inf(1)}
	ours, forced := map[int]float64{}, map[int]float64{} // by size, the lowest ratio
	byAlgo := map[string][]float64{}
	for _, cell := range cells {
		switch {
		case cell.Algo == Native || cell.Algo == "gompi":
		case cell.Forced():
			keepLeast(forced, cell)
		default:
			keepLeast(ours, cell)
			byAlgo[cell.Algo] = append(byAlgo[cell.Algo], cell.Ratio)
			c.Verdicts[cell.Verdict]++
		}
	}
	c.Sizes, c.Best = len(ours), stats.GeometricMean(values(ours))
	for algo, ratios := range byAlgo {
		if mean := stats.GeometricMean(ratios); mean < c.LeadMean || mean == c.LeadMean && algo < c.Leader {
			c.Leader, c.LeadMean = algo, mean
		}
	}
	if len(forced) > 0 {
		var ratios []float64
		for bytes, ratio := range ours {
			ratios = append(ratios, ratio/min(1, forced[bytes]))
		}
		c.Forced = stats.GeometricMean(ratios)
	}
	return c
}

func keepLeast(by map[int]float64, c Cell) {
	if old, seen := by[c.Bytes]; !seen || c.Ratio < old {
		by[c.Bytes] = c.Ratio
	}
}

func values(by map[int]float64) []float64 {
	var list []float64
	for _, v := range by {
		list = append(list, v)
	}
	return list
}

// Forced reports whether the cell is a native algorithm chosen by name.
func (c Cell) Forced() bool {
	return len(c.Algo) > len(Native) && c.Algo[:len(Native)+1] == Native+":"
}

// goLayer is the ns that calling the library from Go adds to a native call: the median over the cells. With more
// ranks than cores it would be what the scheduler adds.
func goLayer(r *Result) (ns float64, known bool) {
	var added []float64
	for _, c := range r.Cells {
		if c.InC > 0 && !c.Crowded {
			added = append(added, c.Median-c.InC)
		}
	}
	return stats.Median(added, Confidence).Value, len(added) > 0
}

// WriteSummary prints one line per operation.
func WriteSummary(w io.Writer, r *Result) {
	fmt.Fprintln(w)
	contests := slices.DeleteFunc(Contests(r), func(c Contest) bool { return c.Sizes == 0 })
	if len(contests) > 0 {
		WriteComment(w, "best of ours / native (its default, its best by name): geometric mean over the sizes, below 1 is faster")
	}
	if ns, known := goLayer(r); known {
		WriteComment(w, "native is called through Go like ours, which adds %.0f ns to what a C program sees (in_c_ns)", ns)
	}
	if len(contests) == 0 {
		return
	}
	fmt.Fprintf(w, "# operation     p native by name one of ours for all          native +/=/-/.\n")
	for _, c := range contests {
		forced := "-"
		if !math.IsNaN(c.Forced) {
			forced = significant(c.Forced)
		}
		fmt.Fprintf(w, "%-13s %3d %6s %7s %-28s %6s %d/%d/%d/%d\n", c.Op, c.P, significant(c.Best), forced,
			c.Leader, significant(c.LeadMean), c.Verdicts[Faster], c.Verdicts[Same], c.Verdicts[Slower], c.Verdicts[Open])
	}
}
