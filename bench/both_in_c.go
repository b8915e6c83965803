//go:build cgo

package bench

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// bothInC times native and the best of ours as two C programs would: in repetitions of their own, with the clock read in C right
// before and after each call. It returns that row and the ratio of its times to native's. There is no row where the call from Go
// does not tell, where all calls are timed in C anyway, in a race, and with more ranks than cores. From then on ours is timed in C.
func (t *trial[T]) bothInC() (best string, ratio float64, err error) {
	if t.bytes > results.Short || t.m.cfg.InC || t.m.cfg.Started != "" || t.m.crowded || t.m.cfg.Race != nil {
		return "", 0, nil
	}
	i := t.bestOfOurs()
	if i < 0 {
		return "", 0, nil
	}
	ours := t.contenders[i]
	ours.timer.TimeCalls()
	ours.took = ours.timer.LastCall
	two := *t
	two.contenders = []contender[T]{ours}
	two.reset()
	n := len(t.longest[0])
	if err := two.some(min(12, n), min(256, n), t.m.cfg.Time/4); err != nil {
		return "", 0, fmt.Errorf("%s in C: %w", ours.name, err)
	}
	pairs := stats.Ratio(results.Floats(two.longest[0]), results.Floats(two.alone()), results.Confidence)
	return ours.name, pairs.Value, nil
}

// bestOfOurs returns the row with the lowest median; -1 if there is none.
func (t *trial[T]) bestOfOurs() int {
	best, least := -1, 0.
	for i, c := range t.contenders {
		if c.timer == nil || len(t.longest[i]) == 0 {
			continue
		}
		if median := stats.Median(results.Floats(t.longest[i])); best < 0 || median < least {
			best, least = i, median
		}
	}
	return best
}
