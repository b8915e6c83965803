//go:build cgo

package calibration

import (
	"runtime/debug"
	"time"

	"topocoll/bench/clock"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/mpi"
)

// Overhead records in env how much time the measurement itself takes. The overhead and the start skew come
// from empty samples, whose time is also part of every sample with a call. Overhead also records the times of
// a call from Go to C and of a clock reading, and the error of the clocks.
func Overhead(r *group.Ranks, c *clock.Clock, g *clock.Gate, env *results.Env) error {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const n = 200
	mine, all := make([]int64, 2*n), make([]int64, 2*n*r.World.Size)
	for i := range n {
		if err := g.Enter(0); err != nil {
			return err
		}
		start := c.Now()
		end := c.Now()
		mine[2*i], mine[2*i+1] = c.ToRank0(start), c.ToRank0(end)
	}
	if err := mpi.Allgather(r.Times, mine, all); err != nil {
		return err
	}
	var longest, skew []float64
	for i := range n {
		first, last, long := all[2*i], all[2*i], int64(0)
		for rank := range r.World.Size {
			start, end := all[rank*2*n+2*i], all[rank*2*n+2*i+1]
			first, last, long = min(first, start), max(last, start), max(long, end-start)
		}
		longest, skew = append(longest, float64(long)), append(skew, float64(last-first))
	}
	env.Overhead = stats.Median(longest)
	env.SkewP50, _ = stats.Quantile(skew, 0.5)
	env.SkewP95, _ = stats.Quantile(skew, 0.95)
	env.CgoFloor = perCall(mpi.EmptyCall)
	env.ClockCost = perCall(func() { c.Now() })
	env.ClockError = float64(c.Error)
	return nil
}

// perCall returns the time of one call in ns. It is the shortest mean of several series of calls.
func perCall(call func()) float64 {
	best := time.Hour
	for range 5 {
		start := time.Now()
		for range 10000 {
			call()
		}
		best = min(best, time.Since(start))
	}
	return float64(best.Nanoseconds()) / 10000
}
