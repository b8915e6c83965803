package tune

import (
	"slices"
	"time"

	"topocoll/catalog"
	"topocoll/tuned"
)

// An Order says what to measure next: first every operation at every size, then what is between sizes with different winners, and
// last, as long as there is time, again what is not sure yet. A cell whose winner is another than that of both its neighbours, which have
// the same, is measured once more, later in the run, and the second result counts; where that closes the hole, no size is added for it. It
// gives every cell its share of the time that is left.
type Order struct {
	Ops    []catalog.Collective
	Sizes  []int // they ascend
	Job    tuned.Job
	Began  time.Time
	Limit  time.Duration
	Points []Point // of any job

	asked   map[Cell]time.Duration // the time that they got at last
	second  map[Cell]bool          // holes that were measured once more
	tooLong int                    // cells that do not fit into what is left of the time
}

// A Cell is an operation at a size.
type Cell struct {
	Op    catalog.Collective
	Bytes int
}

const (
	// coarse is the share of the time for the sizes that are given; the rest is for those between them.
	coarse = 0.6
	// deep is how many sizes are expected to be needed for a crossing.
	deep = 3
	// shortest is the least time for a cell. It may take longer than its time, since some repetitions are needed.
	shortest = 20 * time.Millisecond
	// calls is how often every contender is called at least in a cell, with the checks and to warm up.
	calls = 12
	// few is as many bytes as a message may have and take as long as one without.
	few = 1 << 10
	// longer is how many times the time that it had a cell gets at least, if it was not enough.
	longer = 2
)

// Next returns what to measure next, and how long it may take.
func (o *Order) Next(now time.Time) (next Cell, takes time.Duration, more bool) {
	for {
		left := o.Left(now)
		cell, share, found := o.pick(left)
		if !found || left <= 0 {
			return Cell{}, 0, false
		}
		if o.asked == nil {
			o.asked, o.second = map[Cell]time.Duration{}, map[Cell]bool{}
		}
		o.asked[cell] = min(max(share, shortest), left)
		o.second[cell] = o.second[cell] || slices.ContainsFunc(o.of(cell.Op), func(p Point) bool { return p.Bytes == cell.Bytes })
		if o.least(cell) <= left {
			return cell, o.asked[cell], true
		}
		o.tooLong++
	}
}

// Left is the time that is left.
func (o *Order) Left(now time.Time) time.Duration { return o.Limit - now.Sub(o.Began) }

// pick returns the next cell that is missing, and its share of the time.
func (o *Order) pick(left time.Duration) (cell Cell, share time.Duration, found bool) {
	given, gaps, again := o.missing()
	holes := slices.DeleteFunc(o.holes(), func(c Cell) bool { return o.least(c) > left })
	each := left / time.Duration(max(1, len(again)))
	again = slices.DeleteFunc(again, func(c Cell) bool { return each < longer*o.asked[c] })
	switch {
	case len(given) > 0:
		return given[0], time.Duration(coarse*float64(left)) / time.Duration(len(given)), true
	case len(holes) > 0 && (len(gaps) == 0 || slices.Contains(o.sizes(holes[0].Op), holes[0].Bytes)):
		return holes[0], left / time.Duration(deep*(len(gaps)+len(holes))), true
	case len(gaps) > 0:
		return gaps[0], left / time.Duration(deep*len(gaps)), true
	case len(again) > 0:
		return again[0], each, true
	}
	return Cell{}, 0, false
}

// missing returns the cells that are not measured and have not been asked for in this run, and those that are not sure.
func (o *Order) missing() (given, gaps, again []Cell) {
	for _, op := range o.Ops {
		points := o.of(op)
		for _, bytes := range o.sizes(op) {
			if !slices.ContainsFunc(points, func(p Point) bool { return p.Bytes == bytes }) {
				given = append(given, Cell{op, bytes})
			}
		}
		for _, bytes := range between(points) {
			gaps = append(gaps, Cell{op, bytes})
		}
		for _, p := range points {
			if !p.Sure {
				again = append(again, Cell{op, p.Bytes})
			}
		}
	}
	// Every operation at a size before the next, so that where long messages take all of the time, all have at least their short ones.
	slices.SortStableFunc(given, func(a, b Cell) int { return a.Bytes - b.Bytes })
	for _, list := range []*[]Cell{&given, &gaps} {
		*list = slices.DeleteFunc(*list, func(c Cell) bool { return o.asked[c] > 0 })
	}
	return given, gaps, again
}

// holes returns the cells that differ from two equal neighbours and have been measured once. Those at the sizes that are given come
// first: the others are to be measured once more when all that is between sizes has been.
func (o *Order) holes() (given []Cell) {
	var others []Cell
	for _, op := range o.Ops {
		for _, bytes := range holes(o.of(op)) {
			switch cell := (Cell{op, bytes}); {
			case o.second[cell]:
			case slices.Contains(o.sizes(op), bytes):
				given = append(given, cell)
			default:
				others = append(others, cell)
			}
		}
	}
	return append(given, others...)
}

// Missing is how many cells are missing as far as is known, with those that would have taken too long.
func (o *Order) Missing() int {
	given, gaps, _ := o.missing()
	return len(given) + len(gaps) + o.tooLong
}

// Done is how many cells have been asked for.
func (o *Order) Done() int { return len(o.asked) }

// Add adds what was measured, in the place of what was known.
func (o *Order) Add(p Point) {
	o.Points = slices.DeleteFunc(o.Points, func(q Point) bool { return q.Op == p.Op && q.Job == p.Job && q.Bytes == p.Bytes })
	o.Points = append(o.Points, p)
}

func (o *Order) sizes(op catalog.Collective) []int {
	if op == catalog.Barrier {
		return []int{0}
	}
	return o.Sizes
}

// of returns the points of an operation for the job, by size.
func (o *Order) of(op catalog.Collective) (points []Point) {
	for _, p := range o.Points {
		if p.Op == op && p.Job == o.Job {
			points = append(points, p)
		}
	}
	slices.SortFunc(points, func(a, b Point) int { return a.Bytes - b.Bytes })
	return points
}

// least is the time that a cell takes at least, by what the contenders took at the next two shorter sizes: a time that is there at any
// length and one for every byte. By one shorter size all of it is for the bytes, of which the first few take none; without one it is 0.
func (o *Order) least(cell Cell) time.Duration {
	var shorter []Point
	for _, p := range o.of(cell.Op) {
		if p.Bytes <= cell.Bytes && len(p.Entries) > 0 {
			shorter = append(shorter, p)
		}
	}
	if len(shorter) == 0 {
		return 0
	}
	last := shorter[len(shorter)-1]
	ns := meanTime(last)
	if len(shorter) == 1 {
		ns *= max(1, float64(cell.Bytes)/float64(max(few, last.Bytes)))
	} else {
		before := shorter[len(shorter)-2]
		ns += max(0, ns-meanTime(before)) / float64(last.Bytes-before.Bytes) * float64(cell.Bytes-last.Bytes)
	}
	return time.Duration(calls * ns * float64(len(last.Entries)))
}

// meanTime is the mean of the times of all contenders, in ns.
func meanTime(p Point) (ns float64) {
	for _, e := range p.Entries {
		ns += e.Median / float64(len(p.Entries))
	}
	return ns
}
