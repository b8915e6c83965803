// Package tune finds the fastest contender at every size with few measurements. It decides what to measure
// next, stores the measurements in a file, and makes a tuning table from them. bench.Race executes the
// measurements.
//
//	q := tune.Queue{Job: job, Limit: 10 * time.Minute, Began: time.Now(),
//		Given: tune.Grid(ops, job.Ranks, sizes)}
//	for next, limit, more := q.Next(time.Now()); more; next, limit, more = q.Next(time.Now()) {
//		q.Add(measured(next, limit)) // a Point
//	}
//	choices := tune.Choices(q.Points, sizes)
package tune

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/tuned"
)

// A Point holds the measurements of one operation at one size.
type Point struct {
	Op catalog.Collective `json:"operation"`
	tuned.Job
	Bytes int `json:"bytes"`
	// smallest and largest size of the calls that the point stands for, with --from; 0: Bytes
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`

	Cores int `json:"cores,omitempty"` // as in tuned.Choice
	// true: the time of every contender that has not lost is known within 2 %; false: the time limit was
	// reached first
	Sure    bool    `json:"sure"`
	Entries []Entry `json:"entries"`
}

func (p Point) from() int { return cmp.Or(p.From, p.Bytes) }
func (p Point) to() int   { return cmp.Or(p.To, p.Bytes) }

// An Entry holds the measurement of one contender. Ratio is the contender's time divided by the native call's
// time. Its 95 % interval is Low to High.
type Entry struct {
	Algo    string  `json:"algorithm"`
	Segment int     `json:"segment,omitempty"`
	N       int     `json:"n"` // repetitions
	Median  float64 `json:"median_ns"`
	Ratio   float64 `json:"ratio"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Lost    bool    `json:"lost_race,omitempty"`
}

// NewPoint makes a point from the cells of a race. The cells must contain their samples, and the first cell
// must be for the native call. The point has an entry for every algorithm of every cell. NewPoint returns
// false if the native call has fewer than two samples.
func NewPoint(job tuned.Job, cells []results.Cell) (p Point, enough bool) {
	p = Point{Op: catalog.Collective(cells[0].Op), Job: job, Bytes: cells[0].Bytes,
		Sure: cells[0].Stop == "rel"}
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
			p.Entries = append(p.Entries,
				Entry{algo, c.Segment, len(c.Samples), c.Median, e.Value, e.Lo, e.Hi,
					c.Lost})
		}
	}
	return p, true
}

// samples returns the number of samples of the native call, which is always measured to the end.
func (p Point) samples() int {
	for _, e := range p.Entries {
		if e.Algo == tuned.Native {
			return e.N
		}
	}
	return 0
}

// bestEntries returns the entries of a group that are as good as the group's fastest entry, by algorithm. If
// the interval of the fastest entry does not show that it is faster than the native call, the result also
// contains the fastest entry whose interval shows this. If there is none, it contains the native call, even
// if that call lost the race, because the native call is always measured to the end.
func (p Point) bestEntries(group func(algo string) bool) map[string]Entry {
	var fastest, proven Entry
	fastest.Ratio, proven.Ratio = math.Inf(1), math.Inf(1)
	eligible := func(e Entry) bool { return (!e.Lost || e.Algo == tuned.Native) && group(e.Algo) }
	for _, e := range p.Entries {
		if eligible(e) && e.Ratio < fastest.Ratio {
			fastest = e
		}
		if eligible(e) && e.isFaster() && e.Ratio < proven.Ratio {
			proven = e
		}
	}
	otherwise := cmp.Or(proven.Algo, tuned.Native)
	found := map[string]Entry{}
	for _, e := range p.Entries {
		if eligible(e) && (e.Ratio <= fastest.Ratio*(1+stats.Indifference) || e.Algo == otherwise &&
			!fastest.isFaster()) {
			found[e.Algo] = e
		}
	}
	return found
}

// isFaster reports whether the interval of the ratio shows that the algorithm is faster than the native call.
func (e Entry) isFaster() bool { return e.High < 1 }

// anyAlgorithm returns true for every algorithm. It is the group of all contenders.
func anyAlgorithm(string) bool { return true }

// isNative reports whether an algorithm is native or forced.
func isNative(algo string) bool {
	return algo == tuned.Native || strings.HasPrefix(algo, tuned.Native+":")
}

// winners returns the chosen entry of a group for each point of an operation. The points must be in ascending
// order of size. As many neighbours as possible get the same algorithm, if it is one of the best at each of
// them. The native call is preferred.
func winners(points []Point, group func(algo string) bool) (chosen []Entry) {
	for begin := 0; begin < len(points); {
		common, end := points[begin].bestEntries(group), begin+1
		for ; end < len(points); end++ {
			both := points[end].bestEntries(group)
			maps.DeleteFunc(both, func(algo string, _ Entry) bool { _, found := common[algo]; return !found })
			if len(both) == 0 {
				break
			}
			common = both
		}
		algo := fastestOverall(points[begin:end], slices.Sorted(maps.Keys(common)))
		for _, p := range points[begin:end] {
			chosen = append(chosen, p.bestEntries(group)[algo])
		}
		begin = end
	}
	return chosen
}

// fastestOverall returns "native" if the list has it. Otherwise it returns the algorithm with the lowest mean
// ratio, among those that are certainly faster than the native call at one of the points, if there are any.
func fastestOverall(points []Point, algos []string) string {
	if slices.Contains(algos, tuned.Native) {
		return tuned.Native
	}
	// score returns 0 if the algorithm is certainly faster than the native call at one of the points, and
	// otherwise 1. It also returns the sum of the logarithms of the ratios.
	score := func(name string) (unproven int, sum float64) {
		unproven = 1
		for _, p := range points {
			e := p.bestEntries(func(algo string) bool { return algo == name })[name]
			if e.isFaster() {
				unproven = 0
			}
			sum += math.Log(e.Ratio)
		}
		return unproven, sum
	}
	return slices.MinFunc(algos, func(a, b string) int {
		unprovenA, sumA := score(a)
		unprovenB, sumB := score(b)
		return cmp.Or(unprovenA-unprovenB, cmp.Compare(sumA, sumB), strings.Compare(a, b))
	})
}
