package tune

import (
	"bytes"
	"os"
	"path/filepath"
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

// point returns a point with native, whose ratio is 1, and other algorithms with the given ratios.
func point(bytes int, ratios map[string]float64) Point {
	p := Point{Op: catalog.Bcast, Job: four, Bytes: bytes, Sure: true, Entries: []Entry{{Algo: tuned.Native,
		N: 8, Median: 1000, Ratio: 1, Low: 1, High: 1}}}
	for algo, ratio := range ratios {
		p.Entries = append(p.Entries, Entry{Algo: algo, N: 8, Median: 1000 * ratio, Ratio: ratio,
			Low: ratio * 0.9, High: ratio * 1.1})
	}
	return p
}

func TestWinners(t *testing.T) {
	for name, c := range map[string]struct {
		points []Point
		want   []string
	}{
		"one":                    {[]Point{point(8, ratios{"hcube/bcast": 0.5})}, []string{"hcube/bcast"}},
		"not by less than 2 %":   {[]Point{point(8, ratios{"hcube/bcast": 0.99})}, []string{"native"}},
		"not if it is not known": {[]Point{point(8, ratios{"hcube/bcast": 0.95})}, []string{"native"}},
		"the same for all": {[]Point{point(8, ratios{"hcube/bcast": 0.5, "ring/bcast": 0.505}),
			point(64, ratios{"hcube/bcast": 0.6, "ring/bcast": 0.5})}, []string{"ring/bcast", "ring/bcast"}},
		"a crossing": {[]Point{point(8, ratios{"hcube/bcast": 0.5, "ring/bcast": 2}),
			point(64, ratios{"hcube/bcast": 2, "ring/bcast": 0.5})}, []string{"hcube/bcast", "ring/bcast"}},
		"as good as native elsewhere": {[]Point{point(8, ratios{"hcube/bcast": 1.01}),
			point(64, ratios{"hcube/bcast": 0.5})}, []string{"hcube/bcast", "hcube/bcast"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, e := range winners(c.points, anyAlgorithm) {
				got = append(got, e.Algo)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// If the fastest algorithm has a wide interval, the chosen one is slower, but certainly faster than the
// native call. If the fastest algorithm is also the choice at the next size, both sizes get it.
func TestWinnersWithWideIntervals(t *testing.T) {
	wide := point(64, ratios{"hcube/bcast": 0.5, "ring/bcast": 0.7})
	for i, e := range wide.Entries {
		if e.Algo == "hcube/bcast" {
			wide.Entries[i].High = 2
		}
	}
	for want, points := range map[string][]Point{
		"ring/bcast":  {wide},
		"hcube/bcast": {wide, point(512, ratios{"hcube/bcast": 0.5})},
	} {
		assert.Equal(t, want, winners(points, anyAlgorithm)[0].Algo)
	}
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
	assert.ErrorContains(t, err, `measured with "Open MPI", but this library is "MPICH"; use another folder`)
	_, err = Read(name, "Open MPI", "ring:4")
	assert.ErrorContains(t, err, "use another folder")
	require.NoError(t,
		os.WriteFile(name, []byte(`{"schema":2,"library":"Open MPI","points":[{"operation":"bcast"}]}`),
			0o600))
	_, err = Read(name, "Open MPI", "")
	assert.ErrorContains(t, err, "point 1 (bcast, 0 bytes) has no winner")
}

// A point has the ratios of the cells. Algorithms with the same plans as a cell's algorithm also get the
// cell's ratio.
func TestNewPoint(t *testing.T) {
	cell := func(algo string, alike []string, samples ...int64) results.Cell {
		return results.Cell{Subject: results.Subject{Op: "bcast", Algo: algo, Bytes: 8, Alike: alike},
			Sampling: results.Sampling{Stop: "rel",
				N: len(samples)},
			SampleLists: results.SampleLists{Samples: samples},
			Summary:     results.Summary{Median: float64(samples[0])}}
	}
	lost := cell("native:chain", nil, 40, 42, 44, 40)
	lost.Lost = true
	p, enough := NewPoint(four, []results.Cell{cell("native", nil, 10, 11, 12, 10, 10, 10),
		cell("hcube/bcast", []string{"ring/bcast"}, 5, 5, 6, 5, 5, 5), lost})
	require.True(t, enough)
	require.Len(t, p.Entries, 4)
	assert.True(t, p.Sure)
	assert.Equal(t, Entry{Algo: "native", N: 6, Median: 10, Ratio: 1, Low: 1, High: 1}, p.Entries[0])
	assert.InDelta(t, 0.5, p.Entries[2].Ratio, 0.05)
	assert.Equal(t, "ring/bcast", p.Entries[2].Algo)
	assert.True(t, p.Entries[3].Lost)
	assert.Equal(t, "native", winners([]Point{p}, isNative)[0].Algo)
	_, enough = NewPoint(four, []results.Cell{cell("native", nil, 10)})
	assert.False(t, enough)
}

// If an algorithm beat the library's default during the measurement, it may still have lost at the end. The
// remaining algorithms must then be faster than the default.
func TestTheLibraryIsJudgedAtTheEnd(t *testing.T) {
	for ratio, want := range map[float64]string{1.04: "native", 0.9: "ring/reduce"} {
		p := Point{Op: catalog.Reduce, Job: four, Bytes: 4096, Entries: []Entry{
			{Algo: "native", Ratio: 1, Low: 1, High: 1, Lost: true},
			{Algo: "ring/reduce", Ratio: ratio, Low: ratio - 0.02, High: ratio + 0.02},
			{Algo: "ring/reduce-pipelined", Ratio: 0.79, Low: 0.69, High: 1.01, Lost: true},
		}}
		assert.Equal(t, want, winners([]Point{p}, anyAlgorithm)[0].Algo, ratio)
	}
}

// For requested sizes that were not measured, the table selects the library's default. If it selects the
// default anyway, the table does not change.
func TestUnreachedSizesAreTheLibrarys(t *testing.T) {
	points := []Point{point(8, ratios{"hcube/bcast": 2}), point(64, ratios{"hcube/bcast": 0.5})}
	table := State{Points: points, Sizes: []int{8, 64, 1024, 4096}, Schema: schema}.Table("", time.Time{})
	require.NoError(t, table.Check())
	require.Len(t, table.Choices, 3)
	for bytes, want := range map[int]string{8: "native", 64: "hcube/bcast", 256: "hcube/bcast", 257: "native",
		1 << 20: "native"} {
		c, found := table.Choose(catalog.Bcast, four, bytes)
		require.True(t, found)
		assert.Equal(t, want, c.Algo, bytes)
	}
	assert.False(t, table.Choices[2].Sure)
	assert.Len(t, State{Points: points, Sizes: []int{8, 64}, Schema: schema}.Table("", time.Time{}).Choices,
		2)
	assert.Len(t, State{Points: points[:1], Sizes: []int{8, 64}, Schema: schema}.Table("",
		time.Time{}).Choices, 1)

	again := State{Points: points, Sizes: []int{8, 64, 1024, 4096}}
	again.AddSizes([]int{8, 32})
	assert.Equal(t, []int{8, 32, 64, 1024, 4096}, again.Sizes, "a later run has a smaller grid")
}

// A measured size of 0 counts as measured.
func TestEmptyBlocksAreMeasured(t *testing.T) {
	fast := ratios{"hcube/bcast": 0.5}
	table := State{Points: []Point{point(0, fast), point(8, fast)}, Sizes: []int{0, 8},
		Schema: schema}.Table("", time.Time{})
	require.NoError(t, table.Check())
	require.Len(t, table.Choices, 1)
	assert.Equal(t, "hcube/bcast", table.Choices[0].Algo)
}

// A point covers all sizes of the calls that it stands for, although the grid has other sizes among them.
func TestPointsStandForSimilarSizes(t *testing.T) {
	fast := ratios{"hcube/bcast": 0.5}
	grid := []int{8, 64, 512, 4096, 32768}
	for _, c := range []struct{ measured, from, to int }{{64, 8, 64}, {8, 8, 64}, {3800, 3800, 4500},
		{4500, 3800, 4500}} {
		p := point(c.measured, fast)
		p.From, p.To = c.from, c.to
		table := State{Points: []Point{p}, Sizes: grid, Schema: schema}.Table("", time.Time{})
		require.NoError(t, table.Check())
		for bytes, want := range map[int]string{c.from: "hcube/bcast", c.to: "hcube/bcast", 32768: "native"} {
			choice, found := table.Choose(catalog.Bcast, four, bytes)
			require.True(t, found)
			assert.Equal(t, want, choice.Algo, "%d bytes, measured at %d", bytes, c.measured)
		}
	}
}

// Far from every measured size, the table selects the library's default.
func TestSizesFarFromMeasuredOnes(t *testing.T) {
	fast := ratios{"hcube/bcast": 0.5}
	points := []Point{point(64, fast), point(128<<10, fast)}
	grid := []int{8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 2 << 20}
	table := State{Points: points, Sizes: grid, Schema: schema}.Table("", time.Time{})
	require.NoError(t, table.Check())
	for bytes, want := range map[int]string{0: "native", 8: "native", 32: "hcube/bcast", 128: "hcube/bcast",
		512: "native", 8 << 10: "native", 64 << 10: "hcube/bcast", 128 << 10: "hcube/bcast",
		180 << 10: "hcube/bcast", 256 << 10: "native"} {
		c, found := table.Choose(catalog.Bcast, four, bytes)
		require.True(t, found)
		assert.Equal(t, want, c.Algo, bytes)
	}
	barrier := Point{Op: catalog.Barrier, Job: four, Sure: true, Entries: point(8, nil).Entries}
	assert.Len(t, Choices([]Point{barrier}, grid), 1)
}

// A choice has the cores of its points, even if unmeasured sizes are merged with it.
func TestCoresOfChoices(t *testing.T) {
	points := []Point{point(8, nil), point(64, nil), point(32<<10, ratios{"hcube/bcast": 0.5})}
	for i := range points {
		points[i].Cores = 2
	}
	for _, c := range Choices(points, []int{0, 8, 64, 32 << 10}) {
		assert.Equal(t, 2, c.Cores, c.Range())
	}
	for _, c := range Choices(points, []int{1 << 20})[1:] {
		assert.Equal(t, 2*min(1, len(c.Sizes)), c.Cores, c.Range())
	}
}

// The short messages of all operations are measured before the long messages of any operation.
func TestSizesComeTogether(t *testing.T) {
	q := Queue{Given: Grid([]catalog.Collective{catalog.Bcast, catalog.Alltoall}, 4, []int{8, 4096}), Job: four,
		Limit: time.Minute}
	var got []results.Case
	for range 4 {
		next, _, more := q.Next(q.Began)
		require.True(t, more)
		got = append(got, next)
	}
	assert.Equal(t, []results.Case{{Op: catalog.Bcast, P: 4, Bytes: 8}, {Op: catalog.Alltoall, P: 4,
		Bytes: 8}, {Op: catalog.Bcast, P: 4, Bytes: 4096}, {Op: catalog.Alltoall, P: 4, Bytes: 4096}}, got)
}
