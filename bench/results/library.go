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
	if ours := cells.only(Cell.ours); len(ours) > 0 {
		best, _ := lowest(cells, Cell.ours, byRatio)
		l.Best, l.BestRatio = best.Algo, ours.best()
	}
	faster, _ := lowest(cells, func(c Cell) bool { return c.ours() && c.Verdict == Faster }, byRatio)
	forced, _ := lowest(cells, func(c Cell) bool { return c.Forced() && c.Verdict == Faster }, byRatio)
	l.Faster, l.Forced = faster.Algo, forced.Algo
	if named, found := cells.bestNative(); found {
		l.BestNative = named.Algo
	}
	return l
}

// bestNative is the library's algorithm with the lowest ratio, its default among them, if any was forced. That it was picked by
// the samples it is judged by makes it look better than it is, and ours worse beside it.
func (s size) bestNative() (Cell, bool) {
	if _, forced := lowest(s, Cell.Forced, byRatio); !forced {
		return Cell{}, false
	}
	return lowest(s, func(c Cell) bool { return c.Forced() || c.Algo == Native }, byRatio)
}

// lacking returns, for every sitting, the algorithm of ours that is faster than all the library has. Each of ours is tested
// against the library's best algorithm, in the same repetitions, as Judge tests it against the default.
func lacking(r *Result) map[sitting]string {
	var rivals []Cell
	for _, cells := range sittings(r.Cells) {
		named, found := size(cells).bestNative()
		if !found {
			continue
		}
		for _, c := range cells {
			if c.ours() && c.pairs(&named) {
				c.NativeUnlimited = named.Unlimited
				c.Summarise(named.Samples)
				rivals = append(rivals, c)
			}
		}
	}
	Judge(rivals, false)
	lacks := map[sitting]string{}
	for _, cells := range sittings(rivals) {
		if best, found := lowest(cells, func(c Cell) bool { return c.Verdict == Faster }, byRatio); found {
			lacks[best.sitting()] = best.Algo
		}
	}
	return lacks
}
