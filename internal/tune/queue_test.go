package tune

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
)

// Next finds a known crossing within a factor of 1.5, in at most ten measurements. The table contains the
// crossing.
func TestCrossingsAreFound(t *testing.T) {
	for name, crossing := range map[string]float64{"early": 100, "in the middle": 5000, "late": 100000,
		"none": 1e9} {
		t.Run(name, func(t *testing.T) {
			q := Queue{Given: Grid([]catalog.Collective{catalog.Bcast}, 4, []int{8, 64, 512, 4096, 32768, 262144}),
				Job: four, Limit: time.Hour}
			cells := 0
			for now := time.Duration(0); ; now += time.Second {
				next, takes, more := q.Next(q.Began.Add(now))
				if !more {
					break
				}
				assert.Greater(t, takes, time.Duration(0))
				cells++
				fast, slow := 0.5, 2.
				if float64(next.Bytes) > crossing {
					fast, slow = slow, fast
				}
				q.Add(point(next.Bytes, map[string]float64{"hcube/bcast": fast, "native:chain": slow}))
			}
			assert.Zero(t, q.CountMissing())
			assert.LessOrEqual(t, cells, 10)
			table := State{Points: q.Points, Schema: schema}.Table("", time.Time{})
			require.NoError(t, table.Check())
			if name == "none" {
				require.Len(t, table.Choices, 1)
				return
			}
			require.Len(t, table.Choices, 2)
			border := float64(*table.Choices[0].To)
			assert.Less(t, math.Abs(math.Log(border/crossing)), math.Log(1.5))
			assert.Equal(t, "hcube/bcast", table.Choices[0].Algo)
			assert.Equal(t, "native", table.Choices[0].Native)
			assert.Equal(t, "native:chain", table.Choices[1].Native)
			assert.InDelta(t, 0.5, table.Choices[1].NativeGain, 1e-9)
		})
	}
}

// The sum of the times of all cases never exceeds the limit. Cases that do not fit into the limit count as
// missing.
func TestLimit(t *testing.T) {
	q := Queue{Given: Grid(catalog.Collectives(), 4, []int{8, 4096}), Job: four, Limit: 10 * time.Second}
	now := q.Began
	for {
		next, takes, more := q.Next(now)
		if !more {
			break
		}
		now = now.Add(takes)
		p := point(next.Bytes, nil)
		p.Op = next.Op
		q.Add(p)
	}
	assert.LessOrEqual(t, now.Sub(q.Began), q.Limit)
	assert.Zero(t, q.CountMissing())

	slow := Queue{Given: Grid([]catalog.Collective{catalog.Bcast}, 4, []int{8, 1 << 20}), Job: four,
		Limit: time.Minute}
	_, _, more := slow.Next(slow.Began)
	require.True(t, more)
	p := point(8, nil)
	p.Entries[0].Median = 1e9
	slow.Add(p)
	_, _, more = slow.Next(slow.Began)
	assert.False(t, more, "the next call would take a day")
	assert.Equal(t, 1, slow.CountMissing())
}

// A run whose start takes longer than its limit measures one case, so that it has a table.
func TestLimitOverAtTheStart(t *testing.T) {
	q := Queue{Given: Grid([]catalog.Collective{catalog.Bcast}, 4, []int{8, 64}), Job: four, Limit: time.Second}
	late := q.Began.Add(time.Minute)
	next, takes, more := q.Next(late)
	require.True(t, more)
	assert.Equal(t, 8, next.Bytes)
	assert.Equal(t, minCaseTime, takes)
	q.Add(point(8, nil))
	_, _, more = q.Next(late)
	assert.False(t, more)
	assert.Equal(t, 1, q.CountMissing())
}

// After the time limit, each case gets twice the time of the previous one, until one has enough samples or
// maxLateCases cases were measured.
func TestLimitOverWithoutSamples(t *testing.T) {
	sizes := []int{8, 64, 512, 4096, 32768, 262144, 2097152}
	q := Queue{Given: Grid(catalog.Collectives(), 4, sizes), Job: four, Limit: time.Second}
	late := q.Began.Add(time.Minute)
	for i := range maxLateCases {
		_, takes, more := q.Next(late)
		require.True(t, more)
		assert.Equal(t, minCaseTime<<i, takes)
	}
	_, _, more := q.Next(late)
	assert.False(t, more)
}

// The latency of a call does not count as time per byte, once the times of two sizes show the difference.
func TestLatencyDoesNotGrow(t *testing.T) {
	for _, test := range []struct {
		name      string
		short     float64 // ns at 8 bytes
		wantBegun bool
	}{
		{"every call takes 40 ms: half a second is enough", 40e6, true},
		{"short calls take 1 µs, calls of 1 KiB 40 ms: too long", 1000, false},
	} {
		q := Queue{Given: Grid([]catalog.Collective{catalog.Bcast}, 4, []int{8, 1 << 10, 1 << 20}), Job: four,
			Limit: time.Minute}
		for _, ns := range []float64{test.short, 40e6} {
			next, _, more := q.Next(q.Began)
			require.True(t, more, test.name)
			p := point(next.Bytes, nil)
			p.Entries[0].Median = ns
			q.Add(p)
		}
		_, _, more := q.Next(q.Began)
		assert.Equal(t, test.wantBegun, more, test.name)
	}
}

// A case that is not sure is measured again with all the time that the other cases have not used. This
// happens only if that time is at least twice as long as before.
func TestAgainUntilSure(t *testing.T) {
	q := Queue{Given: Grid([]catalog.Collective{catalog.Bcast}, 4, []int{8, 64, 512, 4096, 32768, 262144}),
		Job: four, Limit: 10 * time.Second}
	now, had := q.Began, map[int][]time.Duration{}
	for {
		next, takes, more := q.Next(now)
		if !more {
			break
		}
		had[next.Bytes] = append(had[next.Bytes], takes)
		p := point(next.Bytes, nil)
		if p.Sure = next.Bytes != 512; p.Sure {
			takes /= 10
		}
		now = now.Add(takes)
		q.Add(p)
	}
	assert.Len(t, had, 6)
	assert.Len(t, had[8], 1)
	require.Len(t, had[512], 2)
	assert.GreaterOrEqual(t, had[512][1], 2*had[512][0])
	assert.Equal(t, q.Limit, now.Sub(q.Began))
}

// Near the time limit, a case that is measured again gets only a few samples. They do not replace many, but
// 20 samples do.
func TestFewSamplesDoNotReplaceMany(t *testing.T) {
	withSamples := func(n int, ratio float64) Point {
		p := point(64, ratios{"hcube/bcast": ratio})
		p.Entries[0].N = n
		return p
	}
	q := Queue{Job: four, Points: []Point{withSamples(400, 0.5)}}
	q.Add(withSamples(3, 2))
	require.Len(t, q.Points, 1)
	assert.Equal(t, 0.5, q.Points[0].Entries[1].Ratio)
	q.Add(withSamples(20, 2))
	require.Len(t, q.Points, 1)
	assert.Equal(t, 2., q.Points[0].Entries[1].Ratio)
}

// A continued run measures the missing cases first, and then the cases that are not sure.
func TestGoesOn(t *testing.T) {
	unsure := point(64, nil)
	unsure.Sure = false
	q := Queue{Given: Grid([]catalog.Collective{catalog.Bcast}, 4, []int{8, 64, 512}), Job: four,
		Limit: time.Minute, Points: []Point{point(8, nil), unsure}}
	var asked []int
	for next, _, more := q.Next(q.Began); more; next, _, more = q.Next(q.Began) {
		asked = append(asked, next.Bytes)
		q.Add(point(next.Bytes, nil))
	}
	assert.Equal(t, []int{512, 64}, asked)
	assert.Len(t, q.Points, 3)
}

// If the winner at a size differs from the common winner of both neighbours, the size is measured again after
// all other cases. If the second result agrees with the neighbours, the state of the process was the cause,
// and no sizes are added. If not, the border on each side is searched.
func TestHoles(t *testing.T) {
	for name, stays := range map[string]bool{"closed": false, "confirmed": true} {
		t.Run(name, func(t *testing.T) {
			q := Queue{Given: Grid([]catalog.Collective{catalog.Bcast}, 4, []int{8, 64, 512, 4096, 32768}),
				Job:   four,
				Limit: time.Hour}
			var asked []int
			for next, takes, more := q.Next(q.Began); more; next, takes, more = q.Next(q.Began) {
				assert.Greater(t, takes, time.Duration(0))
				again := slices.Contains(asked, next.Bytes)
				asked = append(asked, next.Bytes)
				own := 1.5 // the ratio of the library's algorithm native:chain
				if next.Bytes != 512 || again && !stays {
					own = 0.5
				}
				q.Add(point(next.Bytes, ratios{"native:chain": own}))
			}
			assert.Equal(t, []int{8, 64, 512, 4096, 32768, 512}, asked[:6])
			table := State{Points: q.Points, Schema: schema}.Table("", time.Time{})
			require.NoError(t, table.Check())
			if !stays {
				assert.Len(t, asked, 6)
				assert.Len(t, table.Choices, 1)
				return
			}
			assert.Len(t, table.Choices, 3)
			assert.Equal(t, "native", table.Choices[1].Algo)
			count := map[int]int{}
			for _, bytes := range asked {
				count[bytes]++
				assert.LessOrEqual(t, count[bytes], 2, "%d bytes", bytes)
			}
		})
	}
}

// A size between two given sizes may differ from its neighbours. It is measured again only after all other
// sizes between given sizes.
func TestHolesBetweenSizesComeLast(t *testing.T) {
	q := Queue{Given: Grid([]catalog.Collective{catalog.Bcast, catalog.Reduce}, 4, []int{8, 4096}), Job: four,
		Limit: time.Hour,
		Points: []Point{point(8, nil), point(64, ratios{"hcube/bcast": 0.5}), point(96, nil),
			point(4096, nil)}}
	one, other := point(8, nil), point(4096, ratios{"hcube/reduce": 0.5})
	one.Op, other.Op = catalog.Reduce, catalog.Reduce
	q.Points = append(q.Points, one, other)
	next, _, more := q.Next(q.Began)
	require.True(t, more)
	assert.NotEqual(t, results.Case{Op: catalog.Bcast, P: 4, Bytes: 64}, next)
	found := false
	for ; more; next, _, more = q.Next(q.Began) {
		found = found || next == results.Case{Op: catalog.Bcast, P: 4, Bytes: 64}
		p := point(next.Bytes, nil)
		p.Op = next.Op
		q.Add(p)
	}
	assert.True(t, found)
}
