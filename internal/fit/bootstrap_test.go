package fit

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

// With messages off by 5 %, the 95 % intervals hold the truth about as often as that, and are not wide.
func TestIntervalsHoldTheTruth(t *testing.T) {
	const runs = 200
	random := rand.New(rand.NewPCG(3, 4))
	noise := func() float64 { return 0.05 * random.NormFloat64() }
	ts, tw, whole := 0, 0, 0
	for range runs {
		lines := Of(&results.Result{Messages: one.measured("pingpong", 1, 2, noise)})[0].Lines
		if len(lines) > 1 {
			continue
		}
		whole++
		l := lines[0]
		if l.Ts95[0] <= 900 && 900 <= l.Ts95[1] {
			ts++
		}
		if l.Tw95[0] <= 0.12 && 0.12 <= l.Tw95[1] {
			tw++
		}
		assert.Less(t, l.Ts95[1]-l.Ts95[0], 0.1*900)
		assert.Less(t, l.Tw95[1]-l.Tw95[0], 0.15*0.12)
	}
	assert.Greater(t, whole, runs*9/10)
	for name, held := range map[string]int{"ts": ts, "tw": tw} {
		share := float64(held) / float64(whole)
		assert.InDelta(t, 0.92, share, 0.06, name) // with 36 points the bootstrap intervals are slightly too narrow
	}
}

// With a single size there are no intervals, and the bootstrap ends.
func TestIntervalOfOneSize(t *testing.T) {
	l := Line{Ts: 5}
	l.bootstrap([]point{{8, 4}, {8, 6}})
	assert.Equal(t, [2]float64{5, 5}, l.Ts95)
	two := Line{}
	two.bootstrap([]point{{8, 4}, {16, 6}})
	assert.Equal(t, [2]float64{2, 2}, two.Ts95, "both sizes or none")
}
