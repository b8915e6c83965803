package compare

import (
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// launches holds the times of one cell, with one list for each launch.
type launches [][]float64

// timesByKey returns the times of every cell. If several cells have the same key, it concatenates their
// launches. Algorithms in Alike have times too, but no entry in keys.
func timesByKey(r *results.Result) (keys []results.Key, runs map[results.Key]launches) {
	runs = map[results.Key]launches{}
	for _, c := range r.Cells {
		key := c.Key()
		if len(c.Samples) == 0 {
			continue
		}
		if runs[key] == nil {
			keys = append(keys, key)
		}
		runs[key] = append(runs[key], c.SplitByLaunch(results.Floats(c.Samples))...)
	}
	for _, c := range r.Cells {
		measured := runs[c.Key()]
		for _, algo := range c.Alike {
			if key := c.Case().Key(algo); runs[key] == nil {
				runs[key] = measured
			}
		}
	}
	return keys, runs
}

// medianTime returns the geometric mean of the launches' medians.
func (l launches) medianTime() float64 { return stats.GeometricMean(stats.Medians(l)) }

// hasSameCounts reports whether every launch has the same number of samples in l and in `others`. If this is
// true for two cells of one case, their samples come from the same repetitions, and ratiosTo can divide them
// in pairs.
func (l launches) hasSameCounts(others launches) bool {
	return slices.EqualFunc(l, others, func(a, b []float64) bool { return len(a) == len(b) })
}

// concatenate joins all launches into one launch with all samples.
func (l launches) concatenate() launches { return launches{slices.Concat(l...)} }

// ratiosTo returns the ratio of each time to the native call's time in the same repetition.
func (l launches) ratiosTo(native launches) launches {
	ratios := make(launches, len(l))
	for i, times := range l {
		for j, ns := range times {
			ratios[i] = append(ratios[i], ns/native[i][j])
		}
	}
	return ratios
}

// logRatioTo returns the log ratio to the times of another run. If both runs have several launches, it
// compares the launches; otherwise it compares the samples.
func (l launches) logRatioTo(others launches) stats.Launches {
	if min(len(l), len(others)) == 1 {
		l, others = l.concatenate(), others.concatenate()
	}
	return l.meanLog().Minus(others.meanLog())
}

// meanLog returns the mean over the launches of the logarithms of their medians. For a single launch it
// returns the median of the samples' logarithms, with a variance that is estimated from these samples.
func (l launches) meanLog() stats.Launches {
	if len(l) > 1 {
		return stats.NewLaunches(stats.Logs(stats.Medians(l)))
	}
	return stats.OneLaunch(stats.NewSeries(stats.Logs(l[0])))
}
