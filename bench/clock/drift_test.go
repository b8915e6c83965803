package clock

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// second and micro are one second and one microsecond of this host's clock, in ns.
const second, micro = int64(1e9), int64(1e3)

func TestAlignmentOf(t *testing.T) {
	// The clock of rank 0 is 1000 behind. A round trip of more than 100 was delayed in one direction.
	pings := []ping{{0, -750, 300}, {1000, 50, 1100}, {2000, 1050, 2200}, {3000, 2054, 3108},
		{4000, 3250, 4300}, {5000, 4100, 5400}}
	assert.Equal(t, alignment{localTime: 1050, offset: 1000, roundTrip: 100, spread: 0}, newAlignment(pings))
	pings[3].rank0Time += 6
	assert.Equal(t, alignment{localTime: 1050, offset: 1000, roundTrip: 100, spread: 6}, newAlignment(pings))
	assert.Equal(t, alignment{localTime: 3054, offset: 994, roundTrip: 108, spread: 94},
		newAlignment(pings[2:]),
		"of 4 trips: 994 in 108, 900 in 300")
}

// drifting returns n alignments, one per second, of a clock that is ahead at first and then drifts by `rate`
// ns per second.
func drifting(ahead, rate int64, n int) (list []alignment) {
	for i := range int64(n) {
		list = append(list, alignment{localTime: ahead + i*second, offset: ahead + i*rate})
	}
	return list
}

func TestDriftIsALine(t *testing.T) {
	const month = 30 * 24 * 3600 * second // a large difference between the clocks must not cost precision
	for name, ahead := range map[string]int64{"3 ms": 3 * second / 1000, "a month": month,
		"a month behind": -month, "five years": 60 * month} {
		t.Run(name, func(t *testing.T) {
			var d drift
			for i, a := range drifting(ahead, 20*micro, 20) {
				clockError := d.add(a)
				assert.LessOrEqual(t, clockError, int64(1), "alignment %d is on the line", i)
				assert.LessOrEqual(t, len(d.alignments), maxAlignments)
			}
			assert.InEpsilon(t, 20e-6, d.rate, 1e-6)
			now := ahead + 25*second
			assert.InDelta(t, 25*20*micro, d.offset(now)-ahead, 1, "six seconds after the last alignment")
			assert.Equal(t, now-d.offset(now), d.toRank0(now))
			assert.InDelta(t, 0, d.toLocal(d.toRank0(now))-now, 1, "to rank 0 and back")
		})
	}
}

func TestErrorOfTheClock(t *testing.T) {
	var d drift
	assert.Equal(t, int64(0), d.offset(7*second), "rank 0's own clock")
	assert.Equal(t, int64(1)<<62+1, d.toLocal(1<<62+1))

	assert.Equal(t, int64(70), d.add(alignment{localTime: 0, offset: 100, spread: 70}))
	assert.Zero(t, d.rate)
	assert.Equal(t, int64(100), d.offset(9*second), "one alignment gives no rate")
	assert.Equal(t, int64(30), d.add(alignment{localTime: second, offset: 20_100, spread: 30}),
		"without a rate there is no prediction")
	assert.Equal(t, int64(40), d.add(alignment{localTime: 2 * second, offset: 40_060, spread: 10}),
		"the model predicted 40100")
	assert.Equal(t, int64(50), d.add(alignment{localTime: 3 * second, offset: d.offset(3*second) + 5,
		spread: 50}),
		"the spread is larger than the error of the prediction")

	d.add(alignment{localTime: 4 * second, offset: 1_080_000})
	assert.Greater(t, d.add(alignment{localTime: 5 * second, offset: 100_000}), 100*micro, "a clock that jumps")
}

// The fit gives an alignment with long round trips a smaller weight. The noise of two alignments in quick
// succession does not become a rate.
func TestFitKnowsHowGoodAlignmentsAre(t *testing.T) {
	var d drift
	for i, a := range drifting(0, 20*micro, maxAlignments) {
		a.roundTrip = 2 * micro
		if i == 3 {
			a.offset, a.roundTrip = a.offset+50*micro, 100*micro
		}
		d.add(a)
	}
	assert.InDelta(t, 8*20*micro, d.offset(8*second), 100, "one in 2500, not one in eight")

	var noisy drift
	noisy.add(alignment{localTime: 0, offset: 0, roundTrip: 40 * micro})
	noisy.add(alignment{localTime: second / 1000, offset: 5 * micro, roundTrip: 40 * micro})
	assert.InDelta(t, 0, noisy.offset(second), float64(10*micro),
		"the line through both has 5000 ppm, an error of 5 ms")
}
