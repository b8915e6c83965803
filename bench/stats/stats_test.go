package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMedianRanks(t *testing.T) {
	for n, want := range map[int][2]int{6: {1, 6}, 10: {2, 9}, 30: {10, 21}} {
		lo, hi, ok := MedianRanks(n, 0.95)
		assert.True(t, ok)
		assert.Equal(t, want, [2]int{lo, hi}, "n=%d", n)
	}
	_, _, ok := MedianRanks(5, 0.95)
	assert.False(t, ok, "five samples cannot enclose a median with 95 %%")
	_, _, ok = MedianRanks(7, 0.99)
	assert.False(t, ok)
	_, _, ok = MedianRanks(8, 0.99)
	assert.True(t, ok)
}

func TestMedian(t *testing.T) {
	assert.Equal(t, Estimate{3.5, 1, 6}, Median([]float64{6, 1, 5, 2, 4, 3}, 0.95))
	assert.True(t, math.IsInf(Median([]float64{1, 2}, 0.95).Hi, 1))
}

// p95 needs 72 samples, p99 368.
func TestQuantileNeedsSamples(t *testing.T) {
	for _, c := range []struct {
		n      int
		q      float64
		enough bool
	}{{71, 0.95, false}, {72, 0.95, true}, {366, 0.99, false}, {368, 0.99, true}} {
		x := make([]float64, c.n)
		for i := range x {
			x[i] = float64(i + 1)
		}
		value, enough := Quantile(x, c.q)
		assert.Equal(t, c.enough, enough, "n=%d q=%v", c.n, c.q)
		assert.Equal(t, math.Ceil(c.q*float64(c.n)), value)
	}
}

func TestSignedRankOracles(t *testing.T) {
	assert.InDelta(t, 0.03125, SignedRank([]float64{1, 2, 3, 4, 5, 6}), 1e-12)
	assert.InDelta(t, 1, SignedRank([]float64{1, -1.5, 2, -2.5}), 0.5)
	assert.Equal(t, 1.0, SignedRank([]float64{0, 0}))
	// Wilcoxon's own example (1945), differences without ties: W+ = 6 of n = 7 gives 2·14/128.
	assert.InDelta(t, 28.0/128, SignedRank([]float64{6, -1, -2, -3, -4, -5, -7}), 1e-12)
}

func TestMannWhitneyOracles(t *testing.T) {
	assert.InDelta(t, 0.02857, MannWhitney([]float64{1, 2, 3, 4}, []float64{5, 6, 7, 8}), 1e-5)
	assert.InDelta(t, 0.00794, MannWhitney([]float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9, 10}), 1e-5)
	assert.InDelta(t, 1, MannWhitney([]float64{1, 4}, []float64{2, 3}), 1e-12)
}

// Tables 1 and 2 of Benjamini and Hochberg (1995): 15 values, the 4 smallest stand at 5 %.
func TestDiscoveryOriginalExample(t *testing.T) {
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
		0.4262, 0.5719, 0.6528, 0.7590, 1.000}
	stands := 0
	for _, q := range Discovery(p) {
		if q <= 0.05 {
			stands++
		}
	}
	assert.Equal(t, 4, stands)
	assert.InDelta(t, 0.0095*15/4, Discovery(p)[3], 1e-12)
}

func TestHodgesLehmann(t *testing.T) {
	assert.Equal(t, 3.75, HodgesLehmann([]float64{1, 2, 10})) // of 1 1.5 2 5.5 6 10
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

// Under the null hypothesis at most 5 % of the tests, and of the intervals, are wrong.
func TestNullSimulation(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const runs = 2000
	rejected, missed := 0, 0
	for range runs {
		d := make([]float64, 20)
		for i := range d {
			d[i] = random.NormFloat64()
		}
		if SignedRank(d) <= 0.05 {
			rejected++
		}
		if e := Median(d, 0.95); e.Lo > 0 || e.Hi < 0 {
			missed++
		}
	}
	// 3 standard deviations of a binomial around 5 % of 2000
	assert.LessOrEqual(t, rejected, 100+30)
	assert.LessOrEqual(t, missed, 100+30)
}

func TestBlockMedianCoversTheMedian(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	x, level := make([]float64, 200), 0.0
	for i := range x {
		level = 0.8*level + random.NormFloat64()
		x[i] = 10 + level
	}
	assert.Greater(t, Lag1(x), 0.5)
	iid, blocked := Median(x, 0.95), BlockMedian(x, 0.95, 1)
	assert.Greater(t, blocked.Hi-blocked.Lo, iid.Hi-iid.Lo, "neighbours that resemble each other say less")
	assert.Equal(t, blocked, BlockMedian(x, 0.95, 1))
}
