package stats

import (
	"math"
	"math/rand/v2"
)

// A noise is a function that returns the deviations of n log ratios from the true log ratio.
type noise func(r *rand.Rand, n int) []float64

// series returns a generator of one launch with n samples.
func series(n int, of noise) func(*rand.Rand, float64) [][]float64 {
	return func(r *rand.Rand,
		ratio float64) [][]float64 {
		return [][]float64{plus(of(r, n), math.Log(ratio))}
	}
}

// differentLaunches returns a generator of launches with 64 samples each. The levels of the launches are
// normally distributed, with a standard deviation that is drawn once for each cell. Each of the other
// functions draws a deviation for each launch, which is added to its level.
func differentLaunches(launches int, spread func(*rand.Rand) float64,
	other ...func(*rand.Rand) float64) func(*rand.Rand,
	float64) [][]float64 {
	return func(r *rand.Rand, ratio float64) (all [][]float64) {
		sd := spread(r)
		for range launches {
			level := math.Log(ratio) + sd*r.NormFloat64()
			for _, draw := range other {
				level += draw(r)
			}
			all = append(all, plus(ar(0.5, 0.05)(r, 64), level))
		}
		return all
	}
}

func constantSpread(sd float64) func(*rand.Rand) float64 {
	return func(*rand.Rand) float64 { return sd }
}

func randomSpread(least, most float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return least * math.Pow(most/least, r.Float64()) }
}

func twoKinds(r *rand.Rand) float64 {
	if r.IntN(5) == 0 {
		return 0.1
	}
	return 0.005
}

func twoModes(r *rand.Rand) float64 { return 0.08 * (float64(r.IntN(2)) - 0.5) }

// untilKnown generates samples until bench would stop. Bench checks after 16, 32, 64 ... samples, and stops
// when there are enough samples and the interval is narrow.
func untilKnown(r *rand.Rand, ratio float64) [][]float64 {
	x := plus(ar(0.3, 0.08)(r, 1024), math.Log(ratio))
	for n := 16; ; n *= 2 {
		if e := NewSeries(x[:n]).Estimate(0.95).Exp(); n == len(x) || e.Decidable() && e.HalfWidth() <= 0.02 {
			return [][]float64{x[:n]}
		}
	}
}

// ar returns a first-order autoregression with lag-1 autocorrelation rho and standard deviation sd.
func ar(rho, sd float64) noise {
	return func(r *rand.Rand, n int) []float64 {
		x := make([]float64, n)
		v := sd * r.NormFloat64()
		for i := range x {
			x[i] = v
			v = rho*v + math.Sqrt(1-rho*rho)*sd*r.NormFloat64()
		}
		return x
	}
}

func each(r *rand.Rand, n int, one func() float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = one()
	}
	return x
}

func heavy(r *rand.Rand, n int) []float64 {
	return each(r, n, func() float64 { return 0.05 * r.NormFloat64() / math.Sqrt(r.ExpFloat64()) })
}

func skewed(r *rand.Rand, n int) []float64 {
	return each(r, n, func() float64 { return 0.1 * (math.Exp(r.NormFloat64()) - 1) })
}

// modes generates deviations with three modes. Each mode has a third of the samples.
func modes(r *rand.Rand, n int) []float64 {
	return each(r, n, func() float64 { return 0.125*float64(r.IntN(3)-1) + 0.05*r.NormFloat64() })
}

// ticks generates the log ratios of times of about 700 ns, read from a clock with a resolution of 10 ns.
func ticks(r *rand.Rand, ratio float64) [][]float64 {
	read := func(ns float64) float64 { return 10 * math.Round(ns/10*math.Exp(0.04*r.NormFloat64())) }
	return [][]float64{each(r, 256, func() float64 { return math.Log(read(700*ratio) / read(700)) })}
}

// step returns a noise that rises by 15 % at a random index. The true ratio is the ratio before the step.
func step(sd float64) noise {
	return func(r *rand.Rand, n int) []float64 {
		x, from := ar(0, sd)(r, n), n/10+r.IntN(n-n/10)
		for i := from; i < n; i++ {
			x[i] += 0.15
		}
		return x
	}
}

// drift generates deviations that rise from 7.5 % below the true ratio to 7.5 % above it.
func drift(r *rand.Rand, n int) []float64 {
	x := ar(0, 0.1)(r, n)
	for i := range x {
		x[i] += 0.15 * (float64(i)/float64(n) - 0.5)
	}
	return x
}

// carry generates the log ratios of repetitions with five contenders in random order. One contender makes the
// next call 30 % slower.
func carry(r *rand.Rand, n int) []float64 {
	return each(r, n, func() float64 {
		order := r.Perm(5)
		var took [5]float64
		for at, who := range order {
			took[who] = 0.08 * r.NormFloat64()
			if at > 0 && order[at-1] == 4 {
				took[who] += math.Log(1.3)
			}
		}
		return took[1] - took[0]
	})
}

func plus(x []float64, add float64) []float64 {
	for i := range x {
		x[i] += add
	}
	return x
}
