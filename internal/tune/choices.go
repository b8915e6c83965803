package tune

import (
	"cmp"
	"math"
	"slices"

	"topocoll/catalog"
	"topocoll/tuned"
)

// Choices makes the choices of a table: for each operation and job that has points, ranges of sizes, one after the other. Where
// neighbours differ, the border is the geometric mean of their sizes. Beyond it where sizes were asked for, which ascend, but not reached, nothing
// is known, and the library chooses: what is best for short messages need not be for long ones, nor how it is cut.
func Choices(points []Point, asked []int) (choices []tuned.Choice) {
	ops := catalog.Collectives()
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b Point) int {
		return cmp.Or(cmp.Compare(slices.Index(ops, a.Op), slices.Index(ops, b.Op)), cmp.Compare(a.Ranks, b.Ranks), cmp.Compare(a.Hosts, b.Hosts),
			cmp.Compare(a.Slots, b.Slots), cmp.Compare(a.Bytes, b.Bytes))
	})
	for begin := 0; begin < len(points); {
		end := begin + 1
		for end < len(points) && points[end].Op == points[begin].Op && points[end].Job == points[begin].Job {
			end++
		}
		choices = append(choices, unreached(ranges(points[begin:end]), points[end-1].Bytes, asked)...)
		begin = end
	}
	return choices
}

// ranges are the choices for the points of one operation and job.
func ranges(points []Point) (choices []tuned.Choice) {
	best, native := winners(points, anyone), winners(points, ofTheLibrary)
	from := 0
	for begin := 0; begin < len(points); {
		end := begin + 1
		for end < len(points) && !differ(best, native, end-1, end) {
			end++
		}
		c := tuned.Choice{
			Op: points[begin].Op, Job: points[begin].Job, From: from, Algo: best[begin].Algo, Segment: best[begin].Segment, Sure: true,
			Gain:   mean(best[begin:end], func(e Entry) float64 { return e.Ratio }),
			Low:    mean(best[begin:end], func(e Entry) float64 { return e.Low }),
			High:   mean(best[begin:end], func(e Entry) float64 { return e.High }),
			Native: native[begin].Algo, NativeGain: mean(native[begin:end], func(e Entry) float64 { return e.Ratio }),
		}
		for _, p := range points[begin:end] {
			c.Sizes = append(c.Sizes, p.Bytes)
			c.Sure = c.Sure && p.Sure
		}
		if end < len(points) {
			to := border(points[end-1].Bytes, points[end].Bytes)
			c.To, from = &to, to+1
		}
		choices = append(choices, c)
		begin = end
	}
	return choices
}

// unreached ends the choices where sizes begin that were asked for and are above the last of the points.
func unreached(choices []tuned.Choice, last int, asked []int) []tuned.Choice {
	i := slices.IndexFunc(asked, func(bytes int) bool { return bytes > last })
	end := len(choices) - 1
	if i < 0 || choices[end].Op == catalog.Barrier || choices[end].Algo == tuned.Native && choices[end].Native == tuned.Native {
		return choices
	}
	to := border(last, asked[i])
	choices[end].To = &to
	return append(choices, tuned.Choice{Op: choices[end].Op, Job: choices[end].Job, From: to + 1, Algo: tuned.Native, Gain: 1, Low: 1, High: 1,
		Native: tuned.Native, NativeGain: 1, Sizes: []int{}})
}

// border is the last byte below the geometric mean of two sizes.
func border(a, b int) int { return int(math.Sqrt(float64(a) * float64(b))) }

// differ reports whether two neighbours need choices of their own.
func differ(best, native []Entry, i, j int) bool {
	return best[i].Algo != best[j].Algo || best[i].Segment != best[j].Segment || native[i].Algo != native[j].Algo
}

// mean is the geometric mean. Of the ends of intervals it is an end that holds however the errors depend on each other.
func mean(entries []Entry, of func(e Entry) float64) float64 {
	sum := 0.
	for _, e := range entries {
		sum += math.Log(of(e))
	}
	return math.Exp(sum / float64(len(entries)))
}

// known is the factor between two sizes within which a crossing counts as known.
const known = 1.5

// word is what sizes between others are multiples of: those of another kind have words of another type.
const word = 8

// between returns the sizes that are missing: between every two neighbours with different winners that are further apart than known,
// their geometric mean. The points are of one operation and job, and ascend. The widest gap is the first.
func between(points []Point) (sizes []int) {
	best, native := winners(points, anyone), winners(points, ofTheLibrary)
	gap := map[int]float64{}
	for i := 1; i < len(points); i++ {
		a, b := float64(points[i-1].Bytes), float64(points[i].Bytes)
		middle := int(math.Round(math.Sqrt(a*b)/word)) * word
		crosses := best[i-1].Algo != best[i].Algo || native[i-1].Algo != native[i].Algo
		if crosses && b > a*known && middle > points[i-1].Bytes && middle < points[i].Bytes {
			gap[middle] = b / a
			sizes = append(sizes, middle)
		}
	}
	slices.SortStableFunc(sizes, func(a, b int) int { return cmp.Compare(gap[b], gap[a]) })
	return sizes
}

// holes returns the sizes at which the winner, of all or of the library, is another than at both neighbours, which have the same: a
// state of the process in which the cell was measured shows like that too. The points are of one operation and job, and ascend.
func holes(points []Point) (sizes []int) {
	best, native := winners(points, anyone), winners(points, ofTheLibrary)
	odd := func(of []Entry, i int) bool { return of[i-1].Algo == of[i+1].Algo && of[i].Algo != of[i-1].Algo }
	for i := 1; i < len(points)-1; i++ {
		if odd(best, i) || odd(native, i) {
			sizes = append(sizes, points[i].Bytes)
		}
	}
	return sizes
}
