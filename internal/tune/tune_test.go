package tune

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/tuned"
)

var four = tuned.Job{Ranks: 4, Hosts: 1, Slots: 4}

type ratios = map[string]float64

// point has native, with 1, and others by their ratios.
func point(bytes int, ratios map[string]float64) Point {
	p := Point{Op: catalog.Bcast, Job: four, Bytes: bytes, Sure: true, Entries: []Entry{{Algo: tuned.Native, N: 8, Median: 1000, Ratio: 1, Low: 1, High: 1}}}
	for algo, ratio := range ratios {
		p.Entries = append(p.Entries, Entry{Algo: algo, N: 8, Median: 1000 * ratio, Ratio: ratio, Low: ratio * 0.9, High: ratio * 1.1})
	}
	return p
}

func TestWinners(t *testing.T) {
	for name, c := range map[string]struct {
		points []Point
		want   []string
	}{
		"one":                         {[]Point{point(8, ratios{"hcube/bcast": 0.5})}, []string{"hcube/bcast"}},
		"not by less than 2 %":        {[]Point{point(8, ratios{"hcube/bcast": 0.99})}, []string{"native"}},
		"not if it is not known":      {[]Point{point(8, ratios{"hcube/bcast": 0.95})}, []string{"native"}},
		"the same for all":            {[]Point{point(8, ratios{"hcube/bcast": 0.5, "ring/bcast": 0.505}), point(64, ratios{"hcube/bcast": 0.6, "ring/bcast": 0.5})}, []string{"ring/bcast", "ring/bcast"}},
		"a crossing":                  {[]Point{point(8, ratios{"hcube/bcast": 0.5, "ring/bcast": 2}), point(64, ratios{"hcube/bcast": 2, "ring/bcast": 0.5})}, []string{"hcube/bcast", "ring/bcast"}},
		"as good as native elsewhere": {[]Point{point(8, ratios{"hcube/bcast": 1.01}), point(64, ratios{"hcube/bcast": 0.5})}, []string{"hcube/bcast", "hcube/bcast"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, e := range winners(c.points, anyone) {
				got = append(got, e.Algo)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// Crossings of known times are found within a factor of 1.5, with few sizes, and the table has them.
func TestCrossingsAreFound(t *testing.T) {
	for name, crossing := range map[string]float64{"early": 100, "in the middle": 5000, "late": 100000, "none": 1e9} {
		t.Run(name, func(t *testing.T) {
			o := Order{Ops: []catalog.Collective{catalog.Bcast}, Sizes: []int{8, 64, 512, 4096, 32768, 262144}, Job: four, Limit: time.Hour}
			cells := 0
			for now := time.Duration(0); ; now += time.Second {
				next, takes, more := o.Next(o.Began.Add(now))
				if !more {
					break
				}
				assert.Greater(t, takes, time.Duration(0))
				cells++
				fast, slow := 0.5, 2.
				if float64(next.Bytes) > crossing {
					fast, slow = slow, fast
				}
				o.Add(point(next.Bytes, map[string]float64{"hcube/bcast": fast, "native:chain": slow}))
			}
			assert.Zero(t, o.Missing())
			assert.LessOrEqual(t, cells, 10)
			table := State{Points: o.Points, Schema: schema}.Table("", time.Time{})
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

// The shares of the cells never come to more than the limit, and what does not fit is said to be missing.
func TestLimit(t *testing.T) {
	o := Order{Ops: catalog.Collectives(), Sizes: []int{8, 4096}, Job: four, Limit: 10 * time.Second}
	now := o.Began
	for {
		next, takes, more := o.Next(now)
		if !more {
			break
		}
		now = now.Add(takes)
		p := point(next.Bytes, nil)
		p.Op = next.Op
		o.Add(p)
	}
	assert.LessOrEqual(t, now.Sub(o.Began), o.Limit)
	assert.Zero(t, o.Missing())

	slow := Order{Ops: []catalog.Collective{catalog.Bcast}, Sizes: []int{8, 1 << 20}, Job: four, Limit: time.Minute}
	_, _, more := slow.Next(slow.Began)
	require.True(t, more)
	p := point(8, nil)
	p.Entries[0].Median = 1e9
	slow.Add(p)
	_, _, more = slow.Next(slow.Began)
	assert.False(t, more, "a day for a call")
	assert.Equal(t, 1, slow.Missing())
}

// What a call takes at any length is not taken for the time of its bytes, once two sizes tell the two apart.
func TestLatencyDoesNotGrow(t *testing.T) {
	for _, test := range []struct {
		name      string
		short     float64 // ns at 8 bytes
		wantBegun bool
	}{
		{"40 ms at any length: half a second is enough", 40e6, true},
		{"a microsecond, and 39 a byte: not", 1000, false},
	} {
		o := Order{Ops: []catalog.Collective{catalog.Bcast}, Sizes: []int{8, 1 << 10, 1 << 20}, Job: four, Limit: time.Minute}
		for _, ns := range []float64{test.short, 40e6} {
			next, _, more := o.Next(o.Began)
			require.True(t, more, test.name)
			p := point(next.Bytes, nil)
			p.Entries[0].Median = ns
			o.Add(p)
		}
		_, _, more := o.Next(o.Began)
		assert.Equal(t, test.wantBegun, more, test.name)
	}
}

// What is not sure is measured again with all the time that the others have not taken, if that is at least twice as long.
func TestAgainUntilSure(t *testing.T) {
	o := Order{Ops: []catalog.Collective{catalog.Bcast}, Sizes: []int{8, 64, 512, 4096, 32768, 262144}, Job: four, Limit: 10 * time.Second}
	now, had := o.Began, map[int][]time.Duration{}
	for {
		next, takes, more := o.Next(now)
		if !more {
			break
		}
		had[next.Bytes] = append(had[next.Bytes], takes)
		p := point(next.Bytes, nil)
		if p.Sure = next.Bytes != 512; p.Sure {
			takes /= 10
		}
		now = now.Add(takes)
		o.Add(p)
	}
	assert.Len(t, had, 6)
	assert.Len(t, had[8], 1)
	require.Len(t, had[512], 2)
	assert.GreaterOrEqual(t, had[512][1], 2*had[512][0])
	assert.Equal(t, o.Limit, now.Sub(o.Began))
}

// A run that goes on measures what is missing, and again what was not sure.
func TestGoesOn(t *testing.T) {
	unsure := point(64, nil)
	unsure.Sure = false
	o := Order{Ops: []catalog.Collective{catalog.Bcast}, Sizes: []int{8, 64, 512}, Job: four, Limit: time.Minute, Points: []Point{point(8, nil), unsure}}
	var asked []int
	for next, _, more := o.Next(o.Began); more; next, _, more = o.Next(o.Began) {
		asked = append(asked, next.Bytes)
		o.Add(point(next.Bytes, nil))
	}
	assert.Equal(t, []int{512, 64}, asked)
	assert.Len(t, o.Points, 3)
}

// A cell that differs from two equal neighbours is measured once more after all others. Where it is as they are then, it was the state of
// the process, and no sizes are added; where it is not, the border on each side is looked for.
func TestHoles(t *testing.T) {
	for name, stays := range map[string]bool{"closed": false, "confirmed": true} {
		t.Run(name, func(t *testing.T) {
			o := Order{Ops: []catalog.Collective{catalog.Bcast}, Sizes: []int{8, 64, 512, 4096, 32768}, Job: four, Limit: time.Hour}
			var asked []int
			for next, takes, more := o.Next(o.Began); more; next, takes, more = o.Next(o.Began) {
				assert.Greater(t, takes, time.Duration(0))
				again := slices.Contains(asked, next.Bytes)
				asked = append(asked, next.Bytes)
				own := 1.5 // the time of the library's algorithm
				if next.Bytes != 512 || again && !stays {
					own = 0.5
				}
				o.Add(point(next.Bytes, ratios{"native:chain": own}))
			}
			assert.Equal(t, []int{8, 64, 512, 4096, 32768, 512}, asked[:6])
			table := State{Points: o.Points, Schema: schema}.Table("", time.Time{})
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

// Where a size between two given ones differs from its neighbours, what else is between sizes is measured first.
func TestHolesBetweenSizesComeLast(t *testing.T) {
	o := Order{Ops: []catalog.Collective{catalog.Bcast, catalog.Reduce}, Sizes: []int{8, 4096}, Job: four, Limit: time.Hour,
		Points: []Point{point(8, nil), point(64, ratios{"hcube/bcast": 0.5}), point(96, nil), point(4096, nil)}}
	one, other := point(8, nil), point(4096, ratios{"hcube/reduce": 0.5})
	one.Op, other.Op = catalog.Reduce, catalog.Reduce
	o.Points = append(o.Points, one, other)
	next, _, more := o.Next(o.Began)
	require.True(t, more)
	assert.NotEqual(t, Cell{catalog.Bcast, 64}, next)
	found := false
	for ; more; next, _, more = o.Next(o.Began) {
		found = found || next == Cell{catalog.Bcast, 64}
		p := point(next.Bytes, nil)
		p.Op = next.Op
		o.Add(p)
	}
	assert.True(t, found)
}

func TestState(t *testing.T) {
	name := filepath.Join(t.TempDir(), StateName)
	s, err := Read(name, "Open MPI", "")
	require.NoError(t, err)
	s.Points = []Point{point(8, ratios{"hcube/bcast": 0.5})}
	var b bytes.Buffer
	require.NoError(t, s.Write(&b))
	require.NoError(t, os.WriteFile(name, b.Bytes(), 0o600))
	got, err := Read(name, "Open MPI", "")
	require.NoError(t, err)
	assert.Equal(t, s, got)
	_, err = Read(name, "MPICH", "")
	assert.ErrorContains(t, err, `is of "Open MPI", this is "MPICH": want another folder`)
	_, err = Read(name, "Open MPI", "ring:4")
	assert.ErrorContains(t, err, "want another folder")
	require.NoError(t, os.WriteFile(name, []byte(`{"schema":1,"library":"Open MPI","points":[{"op":"bcast"}]}`), 0o600))
	_, err = Read(name, "Open MPI", "")
	assert.ErrorContains(t, err, "point 1 (bcast, 0 bytes) has no winner")
}

// A point has the cells' ratios, and those of the rows that are alike.
func TestNewPoint(t *testing.T) {
	cell := func(algo string, alike []string, samples ...int64) results.Cell {
		return results.Cell{Op: "bcast", Algo: algo, Bytes: 8, Stop: "rel", Alike: alike, Samples: samples, N: len(samples), Median: float64(samples[0])}
	}
	lost := cell("native:chain", nil, 40, 42, 44, 40)
	lost.Lost = true
	p, enough := NewPoint(four, []results.Cell{cell("native", nil, 10, 11, 12, 10, 10, 10), cell("hcube/bcast", []string{"ring/bcast"}, 5, 5, 6, 5, 5, 5), lost})
	require.True(t, enough)
	require.Len(t, p.Entries, 4)
	assert.True(t, p.Sure)
	assert.Equal(t, Entry{Algo: "native", N: 6, Median: 10, Ratio: 1, Low: 1, High: 1}, p.Entries[0])
	assert.InDelta(t, 0.5, p.Entries[2].Ratio, 0.05)
	assert.Equal(t, "ring/bcast", p.Entries[2].Algo)
	assert.True(t, p.Entries[3].Lost)
	assert.Equal(t, "native", winners([]Point{p}, ofTheLibrary)[0].Algo)
	_, enough = NewPoint(four, []results.Cell{cell("native", nil, 10)})
	assert.False(t, enough)
}

// What the library's own choice lost to on the way may have lost itself; then what is left has to be faster than it.
func TestTheLibraryIsJudgedAtTheEnd(t *testing.T) {
	for ratio, want := range map[float64]string{1.04: "native", 0.9: "ring/reduce"} {
		p := Point{Op: catalog.Reduce, Job: four, Bytes: 4096, Entries: []Entry{
			{Algo: "native", Ratio: 1, Low: 1, High: 1, Lost: true},
			{Algo: "ring/reduce", Ratio: ratio, Low: ratio - 0.02, High: ratio + 0.02},
			{Algo: "ring/reduce-pipelined", Ratio: 0.79, Low: 0.69, High: 1.01, Lost: true},
		}}
		assert.Equal(t, want, winners([]Point{p}, anyone)[0].Algo, ratio)
	}
}

// Where sizes were asked for and not reached, the table leaves the choice to the library; where it was left to it anyway, nothing changes.
func TestUnreachedSizesAreTheLibrarys(t *testing.T) {
	points := []Point{point(8, ratios{"hcube/bcast": 2}), point(64, ratios{"hcube/bcast": 0.5})}
	table := State{Points: points, Sizes: []int{8, 64, 1024, 4096}, Schema: schema}.Table("", time.Time{})
	require.NoError(t, table.Check())
	require.Len(t, table.Choices, 3)
	for bytes, want := range map[int]string{8: "native", 64: "hcube/bcast", 256: "hcube/bcast", 257: "native", 1 << 20: "native"} {
		c, found := table.Choose(catalog.Bcast, four, bytes)
		require.True(t, found)
		assert.Equal(t, want, c.Algo, bytes)
	}
	assert.False(t, table.Choices[2].Sure)
	assert.Len(t, State{Points: points, Sizes: []int{8, 64}, Schema: schema}.Table("", time.Time{}).Choices, 2)
	assert.Len(t, State{Points: points[:1], Sizes: []int{8, 64}, Schema: schema}.Table("", time.Time{}).Choices, 1)
}

// Every operation has its short messages before one has its long ones.
func TestSizesComeTogether(t *testing.T) {
	o := Order{Ops: []catalog.Collective{catalog.Bcast, catalog.Alltoall}, Sizes: []int{8, 4096}, Job: four, Limit: time.Minute}
	var got []Cell
	for range 4 {
		next, _, more := o.Next(o.Began)
		require.True(t, more)
		got = append(got, next)
	}
	assert.Equal(t, []Cell{{catalog.Bcast, 8}, {catalog.Alltoall, 8}, {catalog.Bcast, 4096}, {catalog.Alltoall, 4096}}, got)
}
