// Package tune finds what is fastest at every size with few measurements: it says what to measure next, keeps what was measured in
// a file, and makes the table of package tuned of it. It does not measure: that is bench.Race.
//
//	o := tune.Order{Ops: ops, Sizes: sizes, Job: job, Limit: 10 * time.Minute, Began: time.Now()}
//	for next, more := o.Next(time.Now()); more; next, more = o.Next(time.Now()) {
//		o.Add(measured(next)) // a Point
//	}
//	choices := tune.Choices(o.Points, o.Sizes)
package tune

import (
	"maps"
	"math"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/tuned"
)

// A Point is what was measured of an operation at one size.
type Point struct {
	Op catalog.Collective `json:"op"`
	tuned.Job
	Bytes   int     `json:"bytes"`
	Sure    bool    `json:"sure"` // all that are not lost are within 2 %; false: the time was over first
	Entries []Entry `json:"entries"`
}

// An Entry is one contender. Ratio is its time as a fraction of that of the library's own choice, with its 95 % interval.
type Entry struct {
	Algo    string  `json:"algo"`
	Segment int     `json:"segment,omitempty"`
	N       int     `json:"n"` // repetitions
	Median  float64 `json:"median_ns"`
	Ratio   float64 `json:"ratio"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Lost    bool    `json:"lost,omitempty"`
}

// NewPoint makes a point of the cells of a race, with their samples; native is the first. It returns false if there are less than
// two samples, which say nothing. A cell counts for all rows that are alike.
func NewPoint(job tuned.Job, cells []results.Cell) (p Point, enough bool) {
	p = Point{Op: catalog.Collective(cells[0].Op), Job: job, Bytes: cells[0].Bytes, Sure: cells[0].Stop == "rel"}
	native := results.Floats(cells[0].Samples)
	if len(native) < 2 {
		return p, false
	}
	for _, c := range cells {
		e := stats.Estimate{Value: 1, Lo: 1, Hi: 1}
		if c.Algo != tuned.Native {
			e = stats.Gain(results.Floats(c.Samples), native[:len(c.Samples)])
		}
		for _, algo := range append([]string{c.Algo}, c.Alike...) {
			p.Entries = append(p.Entries, Entry{algo, c.Segment, len(c.Samples), c.Median, e.Value, e.Lo, e.Hi, c.Lost})
		}
	}
	return p, true
}

// best returns those of a group that are as good as the best of it, by name. The library's own choice is one of them where the interval of
// the best does not show that it is faster; it is measured to the end, so what it lost to on the way does not count.
func (p Point) best(of func(algo string) bool) map[string]Entry {
	first := Entry{Ratio: math.Inf(1)}
	in := func(e Entry) bool { return (!e.Lost || e.Algo == tuned.Native) && of(e.Algo) }
	for _, e := range p.Entries {
		if in(e) && e.Ratio < first.Ratio {
			first = e
		}
	}
	found := map[string]Entry{}
	for _, e := range p.Entries {
		if in(e) && (e.Ratio <= first.Ratio*(1+stats.Indifference) || e.Algo == tuned.Native && first.High >= 1) {
			found[e.Algo] = e
		}
	}
	return found
}

func anyone(string) bool { return true }

func ofTheLibrary(algo string) bool {
	return algo == tuned.Native || strings.HasPrefix(algo, tuned.Native+":")
}

// winners chooses an entry for each of the points of an operation, which ascend. As many neighbours as possible have the same
// algorithm, as long as it is as good as the best at each of them; the library's own choice is preferred to any other.
func winners(points []Point, of func(algo string) bool) (chosen []Entry) {
	for begin := 0; begin < len(points); {
		left, end := points[begin].best(of), begin+1
		for ; end < len(points); end++ {
			both := points[end].best(of)
			maps.DeleteFunc(both, func(algo string, _ Entry) bool { _, too := left[algo]; return !too })
			if len(both) == 0 {
				break
			}
			left = both
		}
		algo := lowest(points[begin:end], slices.Sorted(maps.Keys(left)))
		for _, p := range points[begin:end] {
			chosen = append(chosen, p.best(of)[algo])
		}
		begin = end
	}
	return chosen
}

// lowest returns the algorithm with the lowest geometric mean of its ratios, or the library's own choice if it is one of them.
func lowest(points []Point, algos []string) string {
	if slices.Contains(algos, tuned.Native) {
		return tuned.Native
	}
	mean := func(algo string) (sum float64) {
		for _, p := range points {
			sum += math.Log(p.best(only(algo))[algo].Ratio)
		}
		return sum
	}
	return slices.MinFunc(algos, func(a, b string) int {
		switch x, y := mean(a), mean(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return strings.Compare(a, b)
	})
}

// only is the group of one algorithm.
func only(name string) func(string) bool { return func(algo string) bool { return algo == name } }
