package tune

import (
	"cmp"
	"math"
	"slices"

	"topocoll/catalog"
	"topocoll/tuned"
)

// Choices returns the choices of a tuning table. For every operation and job with points, the choices are
// consecutive ranges of sizes. The border between two neighbours with different winners is the geometric mean
// of their sizes. The argument `given` contains the sizes of the grid, in ascending order. If a given size is
// far from every measured size, the choice around it is the native call, because the winner for short
// messages and its segment size may be wrong for long ones.
func Choices(points []Point, given []int) (choices []tuned.Choice) {
	ops := catalog.Collectives()
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b Point) int {
		return cmp.Or(cmp.Compare(slices.Index(ops, a.Op), slices.Index(ops, b.Op)),
			cmp.Compare(a.Ranks, b.Ranks), cmp.Compare(a.Hosts, b.Hosts), cmp.Compare(a.Slots, b.Slots),
			cmp.Compare(a.Bytes, b.Bytes))
	})
	for begin := 0; begin < len(points); {
		end := begin + 1
		for end < len(points) && points[end].Op == points[begin].Op && points[end].Job == points[begin].Job {
			end++
		}
		choices = append(choices, choicesForCall(points[begin:end], given)...)
		begin = end
	}
	return choices
}

// winnerRanges returns the choices for the points of one operation and job. Adjacent sizes with the same
// winners share a choice.
func winnerRanges(points []Point) (choices []tuned.Choice) {
	best, native := winners(points, anyAlgorithm), winners(points, isNative)
	from := 0
	for begin := 0; begin < len(points); {
		end := begin + 1
		for end < len(points) && sameChoice(best, native, end-1, end) {
			end++
		}
		c := tuned.Choice{
			Op: points[begin].Op, Job: points[begin].Job, From: from,
			Algo: best[begin].Algo, Segment: best[begin].Segment, Sure: true,
			Gain:       geometricMean(best[begin:end], func(e Entry) float64 { return e.Ratio }),
			Low:        geometricMean(best[begin:end], func(e Entry) float64 { return e.Low }),
			High:       geometricMean(best[begin:end], func(e Entry) float64 { return e.High }),
			Native:     native[begin].Algo,
			NativeGain: geometricMean(native[begin:end], func(e Entry) float64 { return e.Ratio }),
		}
		for _, p := range points[begin:end] {
			c.Sizes = append(c.Sizes, p.Bytes)
			c.Sure = c.Sure && p.Sure
			c.Cores = max(c.Cores, p.Cores)
		}
		if end < len(points) {
			to := sizeBetween(points[end-1].Bytes, points[end].Bytes)
			c.To, from = &to, to+1
		}
		choices = append(choices, c)
		begin = end
	}
	return choices
}

// farRatio is the minimum ratio of two sizes that count as far apart. A measurement at one size decides the
// choice for another size only if their ratio is below farRatio.
const farRatio = 8

// choicesForCall returns the choices for one operation and job. Around each size that uncoveredSizes returns
// for `given`, the choice is the native call.
func choicesForCall(points []Point, given []int) (choices []tuned.Choice) {
	var sizes []int
	for _, p := range points {
		sizes = append(sizes, p.Bytes)
	}
	native := tuned.Choice{Op: points[0].Op, Job: points[0].Job, Algo: tuned.Native, Gain: 1, Low: 1, High: 1,
		Native: tuned.Native, NativeGain: 1, Sizes: []int{}}
	for uncovered := uncoveredSizes(points, given); len(sizes)+len(uncovered) > 0; {
		next, last, end := []tuned.Choice{native}, 0, 0
		if n := countBelow(sizes, firstOrMax(uncovered)); n > 0 {
			next, last, end = winnerRanges(points[:n]), points[n-1].to(), firstOrMax(uncovered)
			points, sizes = points[n:], sizes[n:]
		} else {
			n = countBelow(uncovered, firstOrMax(sizes))
			last, end = uncovered[n-1], math.MaxInt
			if len(points) > 0 {
				end = points[0].from()
			}
			uncovered = uncovered[n:]
		}
		if n := len(choices); n > 0 {
			next[0].From = *choices[n-1].To + 1
		}
		if end < math.MaxInt {
			to := sizeBetween(last, end)
			next[len(next)-1].To = &to
		}
		choices = append(choices, next...)
	}
	return mergeNative(choices)
}

// firstOrMax returns the first of the sizes, or the largest integer if there is none.
func firstOrMax(sizes []int) int { return append(sizes[:len(sizes):len(sizes)], math.MaxInt)[0] }

// countBelow returns the number of elements of `sizes` that are below `end`. The sizes must be ascending.
func countBelow(sizes []int, end int) int {
	n, _ := slices.BinarySearch(sizes, end)
	return n
}

// uncoveredSizes returns the given sizes above all points, and the given sizes that differ from every point
// by the factor farRatio or more. A point covers all sizes of the calls that it stands for.
func uncoveredSizes(points []Point, given []int) (sizes []int) {
	if points[0].Op == catalog.Barrier {
		return nil
	}
	for _, bytes := range given {
		near := func(p Point) bool { return p.Bytes < bytes*farRatio && bytes < p.Bytes*farRatio }
		standsFor := func(p Point) bool { return p.from() <= bytes && bytes <= p.to() }
		if !slices.ContainsFunc(points, standsFor) &&
			(bytes > points[len(points)-1].Bytes || !slices.ContainsFunc(points, near)) {
			sizes = append(sizes, bytes)
		}
	}
	return sizes
}

// mergeNative merges two neighbouring choices of the native call if at least one of them was not measured.
func mergeNative(choices []tuned.Choice) (merged []tuned.Choice) {
	native := func(c tuned.Choice) bool { return c.Algo == tuned.Native && c.Native == tuned.Native }
	for _, c := range choices {
		n := len(merged)
		if n == 0 || !native(merged[n-1]) || !native(c) || len(merged[n-1].Sizes) > 0 && len(c.Sizes) > 0 {
			merged = append(merged, c)
			continue
		}
		before := merged[n-1]
		if len(before.Sizes) == 0 {
			before.Gain, before.Low, before.High, before.NativeGain = c.Gain, c.Low, c.High, c.NativeGain
			before.Sizes, before.Sure, before.Cores = c.Sizes, c.Sure, c.Cores
		}
		before.To = c.To
		merged[n-1] = before
	}
	return merged
}

// sizeBetween returns the geometric mean of two sizes, rounded down.
func sizeBetween(a, b int) int { return int(math.Sqrt(float64(a) * float64(b))) }

// sameChoice reports whether the points i and j can share one choice.
func sameChoice(best, native []Entry, i, j int) bool {
	return best[i].Algo == best[j].Algo && best[i].Segment == best[j].Segment &&
		native[i].Algo == native[j].Algo
}

// geometricMean returns the geometric mean of value(e) over the entries. If all values are lower ends of
// intervals, the mean is a valid lower end, whatever the correlation of the errors. The same holds for upper
// ends.
func geometricMean(entries []Entry, value func(e Entry) float64) float64 {
	sum := 0.
	for _, e := range entries {
		sum += math.Log(value(e))
	}
	return math.Exp(sum / float64(len(entries)))
}

// maxGapRatio is the ratio at which the search for a change of the winner ends. No size is measured between
// two neighbouring sizes that differ by at most this factor.
const maxGapRatio = 1.5

// word is the size of a word in bytes. Sizes between given sizes are multiples of this size, because other
// sizes would change the datatype.
const word = 8

// crossingSizes returns the sizes to measure between neighbours with different winners. If the sizes of two
// such neighbours differ by more than maxGapRatio, it returns their geometric mean, rounded to a multiple of
// word. The points must be of one operation and job, in ascending order of size. The size in the widest gap
// comes first.
func crossingSizes(points []Point) (sizes []int) {
	best, native := winners(points, anyAlgorithm), winners(points, isNative)
	gap := map[int]float64{}
	for i := 1; i < len(points); i++ {
		a, b := float64(points[i-1].Bytes), float64(points[i].Bytes)
		middle := int(math.Round(math.Sqrt(a*b)/word)) * word
		crosses := best[i-1].Algo != best[i].Algo || native[i-1].Algo != native[i].Algo
		if crosses && b > a*maxGapRatio && middle > points[i-1].Bytes && middle < points[i].Bytes {
			gap[middle] = b / a
			sizes = append(sizes, middle)
		}
	}
	slices.SortStableFunc(sizes, func(a, b int) int { return cmp.Compare(gap[b], gap[a]) })
	return sizes
}

// outlierSizes returns the sizes whose winner differs from the common winner of both neighbours. It compares
// the winners among all contenders, and the winners among the native call and the forced algorithms. A
// temporary state of the process may cause such a difference. The points must be of one operation and job, in
// ascending order of size.
func outlierSizes(points []Point) (sizes []int) {
	best, native := winners(points, anyAlgorithm), winners(points, isNative)
	odd := func(of []Entry, i int) bool { return of[i-1].Algo == of[i+1].Algo && of[i].Algo != of[i-1].Algo }
	for i := 1; i < len(points)-1; i++ {
		if odd(best, i) || odd(native, i) {
			sizes = append(sizes, points[i].Bytes)
		}
	}
	return sizes
}
