package results

// A Library is what was measured of one MPI library at one operation and size, against its default call.
type Library struct {
	Best       string  // of ours: the algorithm with the lowest ratio; "" without ours
	BestRatio  float64 // to native: picked in one half, judged by the other
	Forced     string  // the native algorithm with the lowest ratio of those with the verdict faster; "" if none
	Faster     string  // of ours, likewise
	BestNative string  // the library's best algorithm, of its default and those that were forced; "" where none was forced
	Lacks      string  // the algorithm of ours with the lowest ratio to that of those faster than it; "" if none
}

func libraryOf(cells size) Library {
	var l Library
	if ours := cells.only(Cell.IsAlgorithm); len(ours) > 0 {
		best, _ := Lowest(cells, Cell.IsAlgorithm, func(c Cell) float64 { return c.Ratio })
		l.Best, l.BestRatio = best.Algo, ours.best()
	}
	faster, _ := Lowest(cells, func(c Cell) bool { return c.IsAlgorithm() && c.Verdict == Faster }, func(c Cell) float64 { return c.Ratio })
	forced, _ := Lowest(cells, func(c Cell) bool { return c.IsForced() && c.Verdict == Faster }, func(c Cell) float64 { return c.Ratio })
	l.Faster, l.Forced = faster.Algo, forced.Algo
	if named, found := cells.bestNative(); found {
		l.BestNative = named.Algo
	}
	return l
}

// bestNative is the library's algorithm with the lowest ratio, its default among them, if any was forced. That it was picked by
// the samples it is judged by makes it look better than it is, and ours worse beside it.
func (s size) bestNative() (Cell, bool) {
	if _, forced := Lowest(s, Cell.IsForced, func(c Cell) float64 { return c.Ratio }); !forced {
		return Cell{}, false
	}
	return Lowest(s, func(c Cell) bool { return c.IsForced() || c.Algo == Native }, func(c Cell) float64 { return c.Ratio })
}

// lacking returns, for every sitting, the algorithm of ours that is faster than all the library has. Each of ours is tested
// against the library's best algorithm, in the same repetitions, as Judge tests it against the default.
func lacking(r *Result) map[Case]string {
	var rivals []Cell
	for _, cells := range Cases(r.Cells) {
		named, found := size(cells).bestNative()
		if !found {
			continue
		}
		for _, c := range cells {
			if c.IsAlgorithm() && c.SharesRepetitions(&named) {
				c.NativeUnlimited = named.Unlimited
				c.Summarise(named.Samples)
				rivals = append(rivals, c)
			}
		}
	}
	Judge(rivals, false)
	lacks := map[Case]string{}
	for _, cells := range Cases(rivals) {
		if best, found := Lowest(cells, func(c Cell) bool { return c.Verdict == Faster }, func(c Cell) float64 { return c.Ratio }); found {
			lacks[best.Case()] = best.Algo
		}
	}
	return lacks
}
