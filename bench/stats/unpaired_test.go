package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/stat"
)

// lognormal draws n values around scale.
func lognormal(random *rand.Rand, n int, scale float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = scale * math.Exp(0.1*random.NormFloat64())
	}
	return x
}

func scaled(x []float64, by float64) []float64 {
	y := slices.Clone(x)
	for i := range y {
		y[i] *= by
	}
	return y
}

func TestMedianRatioSwapsAndScales(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, sizes := range [][2]int{{40, 40}, {31, 64}, {6, 7}} {
		a, b := lognormal(random, sizes[0], 3), lognormal(random, sizes[1], 2)
		ab, ba, tenfold := MedianRatio(a, b, 0.95, 9), MedianRatio(b, a, 0.95, 9), MedianRatio(scaled(a, 10), b, 0.95, 9)
		assert.InEpsilon(t, 1/ab.Value, ba.Value, 1e-12)
		assert.InEpsilon(t, 1/ab.Lo, ba.Hi, 1e-12)
		assert.InEpsilon(t, 1/ab.Hi, ba.Lo, 1e-12)
		assert.InEpsilon(t, 10*ab.Lo, tenfold.Lo, 1e-12)
		assert.InEpsilon(t, 10*ab.Hi, tenfold.Hi, 1e-12)
		assert.Less(t, ab.Lo, ab.Value)
		assert.Less(t, ab.Value, ab.Hi)
		assert.Equal(t, ab, MedianRatio(a, b, 0.95, 9), "the same seed")
	}
}

func TestMedianRatioNeedsSix(t *testing.T) {
	e := MedianRatio([]float64{2, 4, 6, 8, 10}, []float64{1, 2, 3, 4, 5, 6}, 0.95, 1)
	assert.Equal(t, Estimate{6 / 3.5, 0, math.Inf(1)}, e)
	assert.Equal(t, Estimate{2, 2, 2}, MedianRatio([]float64{2, 2, 2, 2, 2, 2}, []float64{1, 1, 1, 1, 1, 1}, 0.95, 1))
}

// The medians drawn are those of resamples: their mean and spread are the same as of resamples made one by one.
func TestResampledMedians(t *testing.T) {
	for _, n := range []int{9, 10, 33} {
		random := rand.New(rand.NewPCG(10, uint64(n)))
		sorted := slices.Sorted(slices.Values(lognormal(random, n, 1)))
		drawn, made := newResampled(sorted, 3, 1), make([]float64, n)
		var fast, slow []float64
		for range 20_000 {
			for i := range made {
				made[i] = sorted[random.IntN(n)]
			}
			fast, slow = append(fast, drawn.median()), append(slow, Median(made, 0.95).Value)
		}
		meanFast, sdFast := stat.MeanStdDev(fast, nil)
		meanSlow, sdSlow := stat.MeanStdDev(slow, nil)
		assert.InDelta(t, meanSlow, meanFast, 5*sdSlow/math.Sqrt(20_000), "n=%d", n)
		assert.InEpsilon(t, sdSlow, sdFast, 0.03, "n=%d", n)
	}
}

// The interval misses the true ratio in about 5 % of the cases.
func TestMedianRatioCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	const runs = 400
	missed := 0
	for seed := range uint64(runs) {
		e := MedianRatio(lognormal(random, 30, 3), lognormal(random, 40, 2), 0.95, seed)
		if e.Lo > 1.5 || e.Hi < 1.5 {
			missed++
		}
	}
	assert.LessOrEqual(t, missed, 20+13, "3 standard deviations above 5 %")
	assert.Greater(t, missed, 3, "nor much wider than it need be")
}
