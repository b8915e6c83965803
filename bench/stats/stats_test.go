package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The intervals of independent samples are exact. Their bounds are the order statistics, counted from 1, that
// enclose the median.
func TestMedianOfIndependentSamples(t *testing.T) {
	for n, want := range map[int][2]float64{6: {1, 6}, 10: {2, 9}, 30: {10, 21}} {
		lo, hi := sortedSamples{counted(n), float64(n)}.interval(0.95)
		assert.Equal(t, want, [2]float64{lo, hi}, "n=%d", n)
	}
	for _, c := range []struct {
		n          int
		confidence float64
		finite     bool
	}{{5, 0.95, false}, {6, 0.95, true}, {7, 0.99, false}, {8, 0.99, true}} {
		_, hi := sortedSamples{counted(c.n), float64(c.n)}.interval(c.confidence)
		assert.Equal(t, c.finite, !math.IsInf(hi, 1), "%d samples enclose a median with %v", c.n,
			c.confidence)
	}
}

func counted(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i + 1)
	}
	return x
}

// NewPrior finds the distribution from which the variances of many cells were drawn. The variance is the same
// for all cells, or follows a scaled inverse chi-squared distribution. Estimates from two launches have one
// degree of freedom.
func TestPriorRecoversTheDistribution(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	chiSquared := func(df int) (sum float64) {
		for range df {
			x := random.NormFloat64()
			sum += x * x
		}
		return sum
	}
	for _, launches := range []int{2, 4} {
		df := launches - 1
		var equal, different []Launches
		for range 20000 {
			equal = append(equal, Launches{Variance: 3 * chiSquared(df) / float64(df), DF: float64(df)})
			variance := 3 * 4 / chiSquared(4)
			different = append(different,
				Launches{Variance: variance * chiSquared(df) / float64(df), DF: float64(df)})
		}
		prior := NewPrior(equal)
		assert.InEpsilon(t, 3, prior.Variance, 0.05, "%d launches", launches)
		assert.Greater(t, prior.DF, 50., "%d launches", launches)
		prior = NewPrior(different)
		assert.InEpsilon(t, 3, prior.Variance, 0.1, "%d launches", launches)
		assert.InEpsilon(t, 4, prior.DF, 0.3, "%d launches", launches)
	}
}

func TestMedian(t *testing.T) {
	x := []float64{6, 1, 5, 2, 4, 3}
	assert.Equal(t, Estimate{3.5, 1, 6, 6, true}, NewSeries(x).Estimate(0.95))
	assert.Equal(t, 3.5, Median(x))
	assert.Equal(t, 4.0, Median([]float64{5, 1, 4}))
	assert.True(t, math.IsInf(NewSeries([]float64{1, 2}).Estimate(0.95).Hi, 1))
	assert.True(t, math.IsNaN(Median(nil)))
}

// The quantile p95 needs 72 samples, and p99 needs 368.
func TestQuantileNeedsSamples(t *testing.T) {
	for _, c := range []struct {
		n      int
		q      float64
		enough bool
	}{{71, 0.95, false}, {72, 0.95, true}, {366, 0.99, false}, {368, 0.99, true}} {
		value, enough := Quantile(counted(c.n), c.q)
		assert.Equal(t, c.enough, enough, "n=%d q=%v", c.n, c.q)
		assert.Equal(t, math.Ceil(c.q*float64(c.n)), value)
	}
}

// Tables 1 and 2 of Benjamini and Hochberg (1995): of 15 values, the 4 smallest are significant at 5 %.
func TestDiscoveryOriginalExample(t *testing.T) {
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
		0.4262, 0.5719, 0.6528, 0.7590, 1.000}
	significant := 0
	for _, q := range BenjaminiHochberg(p) {
		if q <= 0.05 {
			significant++
		}
	}
	assert.Equal(t, 4, significant)
	assert.InDelta(t, 0.0095*15/4, BenjaminiHochberg(p)[3], 1e-12)
}

func TestRatioSwapsAndScales(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	a, b, a10 := make([]float64, 41), make([]float64, 41), make([]float64, 41)
	for i := range a {
		a[i], b[i] = 1+random.Float64(), 1+random.Float64()
		a10[i] = 10 * a[i]
	}
	ab, ba, scaled := Ratio(a, b, 0.95), Ratio(b, a, 0.95), Ratio(a10, b, 0.95)
	assert.InDelta(t, 1/ab.Value, ba.Value, 1e-12)
	assert.InDelta(t, 1/ab.Lo, ba.Hi, 1e-12)
	assert.InDelta(t, 10*ab.Hi, scaled.Hi, 1e-9)
}

// The sign test gives exact p values: 1/64 if all 6 samples contradict the hypothesis, and 11/1024 if one of
// 10 samples supports it.
func TestSignTest(t *testing.T) {
	six := Series{steadyParts: []sortedSamples{{counted(6), 6}}}
	assert.InDelta(t, 1.0/64, six.AtMost(0.5), 1e-12)
	assert.InDelta(t, 1.0/64, six.AtLeast(6.5), 1e-12)
	assert.InDelta(t, 2.0/64, EqualTo(six, 0), 1e-12)
	ten := Series{steadyParts: []sortedSamples{{counted(10), 10}}}
	assert.InDelta(t, 11.0/1024, ten.AtMost(1), 1e-12, "a sample equal to the value supports it")
	assert.InDelta(t, 11.0/1024, ten.AtLeast(10), 1e-12)
	assert.InDelta(t, 1, ten.AtMost(10), 1e-12)
	apart := Series{steadyParts: []sortedSamples{{counted(6), 6}, {[]float64{-1, -2, -3, -4, -5, -6}, 6}}}
	assert.Equal(t, 1.0, apart.AtMost(0), "the samples of the other level support it")
}

// The interval contains exactly the values that the test does not reject.
func TestIntervalInvertsTheTest(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		s := NewSeries(ar(0.4, 1)(random, 40+random.IntN(100)))
		e := s.Estimate(0.95)
		const little = 1e-9
		assert.LessOrEqual(t, EqualTo(s, e.Lo-little), 0.05)
		assert.LessOrEqual(t, EqualTo(s, e.Hi+little), 0.05)
		assert.Greater(t, EqualTo(s, e.Lo), 0.05)
		assert.Greater(t, EqualTo(s, e.Hi), 0.05)
	}
}

// Correlation reduces the effective sample size. For an autoregression the factor is known: the
// autocorrelation time of its signs, 1 + 2 sum 2/pi asin(rho^k).
func TestEffectiveN(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for rho, time := range map[float64]float64{0: 1, 0.5: 2.4, 0.8: 6.5} {
		sum := 0.0
		for range 50 {
			sum += 2000 / effectiveN(ar(rho, 1)(random, 2000)) / 50
		}
		assert.InEpsilon(t, time, sum, 0.15, "rho %v", rho)
	}
	assert.Equal(t, 3.0, effectiveN([]float64{1, 2, 3}))
	assert.Equal(t, 100.0, effectiveN(make([]float64, 100)), "all equal")
}

// The transform gives the same autocorrelations as the sums of products in their definition.
func TestAutocorrelations(t *testing.T) {
	x := ar(0.7, 1)(rand.New(rand.NewPCG(13, 14)), 37)
	r := autocorrelations(x)
	for lag := range x {
		assert.InDelta(t, dot(x[lag:], x[:len(x)-lag])/dot(x, x), r[lag], 1e-12, "lag %d", lag)
	}
	assert.Equal(t, make([]float64, 5), autocorrelations(make([]float64, 5)))
}

func TestLevelChange(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	x := ar(0, 0.05)(random, 200)
	_, found := levelChange(x)
	assert.False(t, found)
	for i := 60; i < 200; i++ {
		x[i] += 0.15
	}
	at, found := levelChange(x)
	assert.True(t, found)
	assert.InDelta(t, 60, at, 3)
	e := NewSeries(x).Estimate(0.95)
	assert.False(t, e.Decidable())
	assert.Less(t, e.Lo, 0.02, "the interval spans both levels")
	assert.Greater(t, e.Hi, 0.13)
	_, found = levelChange(make([]float64, 100))
	assert.False(t, found)
	_, found = levelChange([]float64{1, 1, 1, 9, 9, 9})
	assert.False(t, found, "too few samples")
}

// The intervals use Student's t. The 97.5 % quantile with 2 degrees of freedom is 4.303. The difference of
// two means of n launches each has 2(n-1) degrees of freedom.
func TestLaunches(t *testing.T) {
	l := NewLaunches([]float64{1, 2, 3})
	e := l.Estimate(0.95)
	assert.InDelta(t, 2, e.Value, 1e-12)
	assert.InDelta(t, 4.303/math.Sqrt(3), e.Hi-e.Value, 1e-3)
	assert.InDelta(t, 0.05, EqualTo(l, e.Lo), 1e-9)
	assert.InDelta(t, 0.05, EqualTo(l, e.Hi), 1e-9)
	d := l.Minus(NewLaunches([]float64{11, 12, 13}))
	assert.InDelta(t, -10, d.Mean, 1e-12)
	assert.InDelta(t, 4, d.DF, 1e-9)
	assert.Equal(t, 3.0, d.Estimate(0.95).N)
	pooled := l.Minus(NewLaunches([]float64{10, 20, 30, 40})).Variance
	assert.InDelta(t, (2*1+3*500.0/3)/5, pooled, 1e-9, "weighted by the degrees of freedom")
	assert.Positive(t, NewLaunches([]float64{1, 1}).Variance, "at least a tick of the clock")

	few := OneLaunch(NewSeries([]float64{1, 2, 3}))
	assert.Equal(t, 1.0, Within(few, -1, 1)+Within(few, -1, 1), "1/2 each: no information")
	assert.True(t, math.IsInf(l.Minus(few).Estimate(0.95).Hi, 1))
}

func TestMargin(t *testing.T) {
	l := Launches{Mean: 0, Variance: 1e-4, DF: normalDF, share: 1, n: 3}
	assert.Less(t, Within(l, -0.05, 0.05), 1e-6)
	assert.Equal(t, 1.0, Beyond(l, -0.05, 0.05))
	l.Mean = 0.1
	assert.Less(t, Beyond(l, -0.05, 0.05), 1e-6)
	assert.InDelta(t, 1, Within(l, -0.05, 0.05), 1e-6)
	l.Mean = -0.05
	assert.InDelta(t, 1, Beyond(l, -0.05, 0.05), 1e-12, "at the margin")
	assert.InDelta(t, 0.5, Within(l, -0.05, 0.05), 1e-12)
}

func TestHalfWidth(t *testing.T) {
	assert.Equal(t, 0.5, Estimate{Value: 2, Lo: 1.5, Hi: 3}.HalfWidth(), "the upper end is farther")
	assert.Equal(t, 0.5, Estimate{Value: 2, Lo: 1, Hi: 2.5}.HalfWidth(), "the lower end is farther")
	assert.Equal(t, 1.5, Estimate{Value: -2, Lo: -5, Hi: -1}.HalfWidth(), "a negative value")
	assert.True(t, math.IsInf(Estimate{Value: 2, Lo: math.Inf(-1), Hi: math.Inf(1)}.HalfWidth(), 1))
}
