package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A track is a race with simulated times. Contender i takes truth[i] times as long as a contender with truth
// 1.
type track struct {
	truth []float64
	noise float64 // standard deviation of the logarithm of a time
	r     float64 // autocorrelation of the noise from one repetition to the next
	tail  float64 // probability that a call is interrupted and takes up to ten times as long
}

// run runs the race until one contender is left, all remaining contenders are equal, or there are `most`
// samples. It returns the remaining contenders and the number of samples of every contender.
func (t track) run(random *rand.Rand, most int) (left []int, samples []int) {
	n := len(t.truth)
	race, state := Race{Times: make([][]float64, n)}, make([]float64, n)
	for i := range n {
		left, state[i] = append(left, i), random.NormFloat64()
	}
	for done, look := 0, FirstLook; done < most; look = NextLook(done) {
		for ; done < look; done++ {
			together := random.NormFloat64() * t.noise // the machine's noise in this repetition
			for _, i := range left {
				state[i] = t.r*state[i] + math.Sqrt(1-t.r*t.r)*random.NormFloat64()
				time := t.truth[i] * math.Exp(together+t.noise*state[i])
				if random.Float64() < t.tail {
					time *= 1 + 9*random.Float64()
				}
				race.Times[i] = append(race.Times[i], time)
			}
		}
		lost := race.Look(left)
		race.Looks++
		left = slices.DeleteFunc(left, func(i int) bool { return slices.Contains(lost, i) })
		if race.AllWithin(left, 0.02) {
			break
		}
	}
	for _, times := range race.Times {
		samples = append(samples, len(times))
	}
	return left, samples
}

// The fastest contender remains in at least 95 of 100 races, with every kind of noise.
func TestTheFastestSurvives(t *testing.T) {
	near := []float64{1, 1.01, 1.03, 1.1, 1.5, 3, 10}
	for name, c := range map[string]track{
		"little noise": {truth: near, noise: 0.02},
		"much noise":   {truth: near, noise: 0.3},
		"equals":       {truth: slices.Repeat([]float64{1}, 7), noise: 0.1},
		"correlated":   {truth: near, noise: 0.1, r: 0.5},
		"interrupted":  {truth: near, noise: 0.05, tail: 0.1},
		"two":          {truth: []float64{1, 1.05}, noise: 0.1},
	} {
		t.Run(name, func(t *testing.T) {
			const races = 1000
			survived := 0
			for seed := range uint64(races) {
				if left, _ := c.run(rand.New(rand.NewPCG(seed, 28)), 60); slices.Contains(left, 0) {
					survived++
				}
			}
			assert.GreaterOrEqual(t, survived, races*95/100)
			t.Logf("%d of %d", survived, races)
		})
	}
}

// The levels of all tests of a race add up to at most 5 %, and with many looks to almost 5 %.
func TestLevelsOfLooks(t *testing.T) {
	for _, others := range []int{1, 2, 78} {
		sum := 0.0
		for look := 1; look <= 1000; look++ {
			sum += float64(others) * significanceAtLook(look, others)
		}
		assert.InDelta(t, 0.05*1000/1001, sum, 1e-12)
	}
}

// Contenders that take at least twice as long lose early, and closer contenders lose later.
func TestLosersLeaveEarly(t *testing.T) {
	c := track{truth: []float64{1, 1.1, 2, 10}, noise: 0.05}
	var needed [4][]float64
	for seed := range uint64(200) {
		left, samples := c.run(rand.New(rand.NewPCG(seed, 28)), 1000)
		assert.Equal(t, []int{0}, left)
		for i, n := range samples {
			needed[i] = append(needed[i], float64(n))
		}
	}
	assert.LessOrEqual(t, Median(needed[3]), 4.)
	assert.LessOrEqual(t, Median(needed[2]), 9.)
	assert.LessOrEqual(t, Median(needed[1]), 72.)
}

// A race ends as soon as all remaining contenders are known to be within 2 %.
func TestARaceOfEqualsEnds(t *testing.T) {
	c := track{truth: []float64{1, 1.001, 1.002, 4}, noise: 0.01}
	left, samples := c.run(rand.New(rand.NewPCG(1, 28)), 1000)
	assert.Equal(t, []int{0, 1, 2}, left)
	assert.Less(t, samples[0], 100)
}

func TestGainOfFew(t *testing.T) {
	e := Gain([]float64{1, 2, 3, 4}, []float64{2, 4, 6, 8})
	assert.InDelta(t, 0.5, e.Value, 1e-12)
	assert.InDelta(t, 0.5, e.Lo, 0.002)
	assert.InDelta(t, 0.5, e.Hi, 0.002)
	assert.True(t, math.IsInf(Gain([]float64{1}, []float64{2}).Hi, 1))
}
