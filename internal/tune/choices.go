package tune

import (
	"cmp"
	"math"
	"slices"

	"topocoll/catalog"
	"topocoll/tuned"
)

// Choices makes the choices of a tuning table. Every operation and job with points gets consecutive
// ranges of sizes. The border between neighbours with different winners is the geometric mean of
// their sizes. given are the sizes to measure, in ascending order. Above the sizes that were
// reached the choice is native, because the winner for short messages and its segment size may be
// wrong for long ones.
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
		choices = append(choices, endAtReached(ranges(points[begin:end]), points[end-1].Bytes, given)...)
		begin = end
	}
	return choices
}

// ranges returns the choices for the points of one operation and job.
func ranges(points []Point) (choices []tuned.Choice) {
	best, native := winners(points, anyAlgorithm), winners(points, isNative)
	from := 0
	for begin := 0; begin < len(points); {
		end := begin + 1
		for end < len(points) && sameChoice(best, native, end-1, end) {
			end++
		}
		c := tuned.Choice{
			Op: points[begin].Op, Job: points[begin].Job, From: from, Algo: best[begin].Algo,
			Segment: best[begin].Segment, Sure: true,
			Gain:       mean(best[begin:end], func(e Entry) float64 { return e.Ratio }),
			Low:        mean(best[begin:end], func(e Entry) float64 { return e.Low }),
			High:       mean(best[begin:end], func(e Entry) float64 { return e.High }),
			Native:     native[begin].Algo,
			NativeGain: mean(native[begin:end], func(e Entry) float64 { return e.Ratio }),
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

// endAtReached ends the last choice below the given sizes that were not reached, and adds native
// for those. last is the largest size that was measured.
func endAtReached(choices []tuned.Choice, last int, given []int) []tuned.Choice {
	i := slices.IndexFunc(given, func(bytes int) bool { return bytes > last })
	end := len(choices) - 1
	if i < 0 || choices[end].Op == catalog.Barrier || choices[end].Algo == tuned.Native &&
		choices[end].Native == tuned.Native {
		return choices
	}
	to := border(last, given[i])
	choices[end].To = &to
	return append(choices, tuned.Choice{Op: choices[end].Op, Job: choices[end].Job, From: to + 1,
		Algo: tuned.Native, Gain: 1, Low: 1, High: 1, Native: tuned.Native, NativeGain: 1, Sizes: []int{}})
}

// border returns the largest size that is not above the geometric mean of two sizes.
func border(a, b int) int { return int(math.Sqrt(float64(a) * float64(b))) }

// sameChoice reports whether one choice serves two neighbours.
func sameChoice(best, native []Entry, i, j int) bool {
	return best[i].Algo == best[j].Algo && best[i].Segment == best[j].Segment &&
		native[i].Algo == native[j].Algo
}

// mean returns the geometric mean of a number of each entry. The mean of ends of intervals is a
// valid end, whatever the correlation of the errors.
func mean(entries []Entry, number func(e Entry) float64) float64 {
	sum := 0.
	for _, e := range entries {
		sum += math.Log(number(e))
	}
	return math.Exp(sum / float64(len(entries)))
}

// crossingWidth is the factor between two sizes within which the position of a crossing is known.
const crossingWidth = 1.5

// word is the unit of sizes between others, in bytes. Other sizes would change the type of the words.
const word = 8

// gapsBetween returns the geometric means of every two neighbours that have different winners and
// are further apart than crossingWidth. The points belong to one operation and job and are in
// ascending order. The widest gap comes first.
func gapsBetween(points []Point) (sizes []int) {
	best, native := winners(points, anyAlgorithm), winners(points, isNative)
	gap := map[int]float64{}
	for i := 1; i < len(points); i++ {
		a, b := float64(points[i-1].Bytes), float64(points[i].Bytes)
		middle := int(math.Round(math.Sqrt(a*b)/word)) * word
		crosses := best[i-1].Algo != best[i].Algo || native[i-1].Algo != native[i].Algo
		if crosses && b > a*crossingWidth && middle > points[i-1].Bytes && middle < points[i].Bytes {
			gap[middle] = b / a
			sizes = append(sizes, middle)
		}
	}
	slices.SortStableFunc(sizes, func(a, b int) int { return cmp.Compare(gap[b], gap[a]) })
	return sizes
}

// holesAmong returns the sizes whose winner differs from the common winner of both neighbours. It
// looks at all contenders and at those of the library. A temporary state of the process has the
// same effect. The points belong to one operation and job and are in ascending order.
func holesAmong(points []Point) (sizes []int) {
	best, native := winners(points, anyAlgorithm), winners(points, isNative)
	odd := func(of []Entry, i int) bool { return of[i-1].Algo == of[i+1].Algo && of[i].Algo != of[i-1].Algo }
	for i := 1; i < len(points)-1; i++ {
		if odd(best, i) || odd(native, i) {
			sizes = append(sizes, points[i].Bytes)
		}
	}
	return sizes
}
