package rulecheck

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/catalog"
	"topocoll/tuned"
)

// A size describes a cell. With the files, its time is `ratio` times as long as without them.
type size struct {
	bytes int
	ratio float64
	takes string
}

// checked returns a check with the given number of pairs, and its folder. The speed of the simulated machine
// changes by up to half from launch to launch, and ratios have 1 % of noise.
func checked(t testing.TB, pairs int, sizes ...size) (c *Check, folder string) {
	random := rand.New(rand.NewPCG(1, 1))
	c, folder = &Check{Schema: Schema, Pairs: pairs, Job: tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}}, t.TempDir()
	for range 2 * pairs {
		var times []resultstest.SizeTimes
		slowness := 1 + random.Float64()/2
		for _, s := range sizes {
			ratio := 1.5 * math.Exp(0.01*random.NormFloat64())
			if c.NextWithRules() {
				ratio *= s.ratio
			}
			times = append(times, resultstest.SizeTimes{Bytes: s.bytes, Native: 1e5 * slowness * ratio,
				Reference: 1e5 * slowness})
		}
		writeLaunch(t, c, folder, times...)
	}
	require.NoError(t, c.Judge(folder, func(_ catalog.Collective, bytes int) string {
		i := slices.IndexFunc(sizes, func(s size) bool { return s.bytes == bytes })
		return sizes[i].takes
	}))
	return c, folder
}

// writeLaunch writes the next launch of a check.
func writeLaunch(t testing.TB, c *Check, folder string, times ...resultstest.SizeTimes) {
	number := c.Launches + 1
	dir := c.LaunchDir(folder, number)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, results.Write(dir, resultstest.SideBySide(fmt.Sprint("launch ", number), times...)))
	c.CountLaunches(folder)
	require.Equal(t, number, c.Launches)
}

func TestCheckFindsWhatIsSlower(t *testing.T) {
	sizes := []size{{8, 1.2, "chain"}, {16, 0.7, "binomial"}, {32, 1, "binomial"}, {64, 1, ""}, {128, 1, ""},
		{256, 1.5, "chain"}}
	c, _ := checked(t, 5, sizes...)
	require.Len(t, c.Cells, len(sizes))
	for i, cell := range c.Cells {
		assert.InEpsilon(t, sizes[i].ratio, cell.Ratio, 0.05, "%d bytes", cell.Bytes)
		assert.LessOrEqual(t, cell.Low, sizes[i].ratio)
		assert.GreaterOrEqual(t, cell.High, sizes[i].ratio)
		assert.Equal(t, sizes[i].takes, cell.Rule)
	}
	assert.Equal(t, results.Slower, c.Cells[0].Verdict)
	assert.Equal(t, results.Faster, c.Cells[1].Verdict)
	slower := c.Slower()
	require.Len(t, slower, 2)
	assert.Equal(t, 256, slower[0].Bytes, "the worst first")
	assert.Equal(t, "complete", c.Status)
	assert.Equal(t, []int{6, 4, 2}, []int{c.All.Cells, c.WithRule.Cells, c.WithoutRule.Cells})
	assert.InEpsilon(t, math.Pow(1.2*0.7*1.5, 1./4), c.WithRule.Ratio, 0.02, "the geometric mean")
	assert.InEpsilon(t, 1, c.WithoutRule.Ratio, 0.02)
}

// The times of the reference algorithm show whether all calls of a launch were slower.
func TestReferenceRatio(t *testing.T) {
	for want, ratios := range map[string][]float64{"1.15": {1.15, 1.15, 1.15}, "0.80": {0.8, 0.8},
		"1.00": {1.25, 0.8}, "1.20": {1, 1.2, 1.2}, "1.01": {1, 1.01, 1.3}} {
		c, folder := &Check{Schema: Schema, Pairs: len(ratios)}, t.TempDir()
		for i := range 2 * len(ratios) {
			reference := 1e5
			if c.NextWithRules() {
				reference *= ratios[i/2]
			}
			writeLaunch(t, c, folder, resultstest.SizeTimes{Bytes: 8, Native: 1e5, Reference: reference},
				resultstest.SizeTimes{Bytes: 64, Native: 1e5, Reference: reference})
		}
		require.NoError(t, c.Judge(folder, func(catalog.Collective, int) string { return "" }))
		assert.Equal(t, want, fmt.Sprintf("%.2f", c.ReferenceRatio), ratios)
	}
}

// A case that one of the launches lacks has no change. Launches of different libraries cannot be judged.
func TestCheckOfUnequalLaunches(t *testing.T) {
	c, folder := checked(t, 2, size{8, 1, ""}, size{16, 1, ""})
	require.Len(t, c.Cells, 2)
	dir := c.LaunchDir(folder, 3)
	r := resultstest.SideBySide("launch 3", resultstest.SizeTimes{Bytes: 16, Native: 1000, Reference: 1000})
	require.NoError(t, results.Write(dir, r))
	noRule := func(catalog.Collective, int) string { return "" }
	require.NoError(t, c.Judge(folder, noRule))
	require.Len(t, c.Cells, 1)
	assert.Equal(t, 16, c.Cells[0].Bytes)
	r.Env.MPI = "MPICH"
	require.NoError(t, results.Write(dir, r))
	assert.ErrorContains(t, c.Judge(folder, noRule),
		`launch-3/bench.json: MPI library "MPICH", want "Open MPI" as in the first launch`)
}

// If the files change nothing, none of a hundred cells gets the verdict slower.
func TestCheckOfNothing(t *testing.T) {
	var sizes []size
	for i := range 100 {
		sizes = append(sizes, size{8 * (i + 1), 1, "binomial"})
	}
	c, _ := checked(t, 3, sizes...)
	assert.Empty(t, c.Slower())
}

// The two settings alternate in being first in a pair. An incomplete pair does not count.
func TestCheckTakesTurns(t *testing.T) {
	c := &Check{Schema: Schema, Pairs: 2}
	var order []bool
	for ; c.Launches < 8; c.Launches++ {
		order = append(order, c.NextWithRules())
	}
	assert.Equal(t, []bool{false, true, true, false, false, true, true, false}, order)
	c, folder := checked(t, 2, size{8, 1, ""})
	require.NoError(t, os.RemoveAll(c.LaunchDir(folder, 4)))
	c.CountLaunches(folder)
	c.Cells = nil
	require.NoError(t, c.Judge(folder, func(catalog.Collective, int) string { return "" }))
	assert.Equal(t, 3, c.Launches)
	assert.Empty(t, c.Cells, "one complete pair is not enough")
	assert.Equal(t, "partial", c.Status)
}

func TestCheckGoesOn(t *testing.T) {
	fresh := &Check{SHA256: "a", Library: "x", Pairs: 3}
	old := Check{SHA256: "a", Library: "x", Pairs: 9, Status: "partial", Launches: 1}
	assert.Equal(t, fresh, fresh.Resume(nil))
	assert.Equal(t, 1, fresh.Resume(&old).Launches)
	assert.Equal(t, 3, old.Pairs)
	assert.Equal(t, "partial", old.Status)
	enough := Check{SHA256: "a", Library: "x", Pairs: 9, Status: "partial", Launches: 6}
	assert.Equal(t, "complete", fresh.Resume(&enough).Status, "all requested pairs are complete")
	for what, change := range map[string]func(c *Check){
		"complete":    func(c *Check) { c.Status = "complete" },
		"other rules": func(c *Check) { c.SHA256 = "b" },
		"a library":   func(c *Check) { c.Library = "y" },
		"a network":   func(c *Check) { c.Network = "ring:4" },
	} {
		other := old
		change(&other)
		assert.Zero(t, fresh.Resume(&other).Launches, what)
	}
}

// Read counts the launches in the folder. The number in the file may be lower if the program ended early.
func TestReadCheck(t *testing.T) {
	c, err := Read(t.TempDir())
	assert.NoError(t, err)
	assert.Nil(t, c)
	want, folder := checked(t, 2, size{8, 1.1, "chain"}, size{16, 1, ""})
	want.Launches = 3
	name := filepath.Join(folder, FileName)
	require.NoError(t, results.Save(name, want.Write))
	c, err = Read(folder)
	require.NoError(t, err)
	want.Launches = 4
	assert.Equal(t, want, c)
	for bad, says := range map[string]string{`{}`: "schema 0, want 3", `[`: "unexpected end"} {
		require.NoError(t, os.WriteFile(name, []byte(bad), 0o644))
		_, err := Read(folder)
		assert.ErrorContains(t, err, says)
	}
}

// The reference algorithm runs on any number of ranks, for every operation that tune measures.
func TestReference(t *testing.T) {
	for _, op := range catalog.Collectives() {
		for _, p := range []int{2, 3, 4, 7, 16} {
			row, found := Reference(op, p)
			assert.True(t, found && row.Takes(p) && row.Op == op, "%s on %d ranks", op, p)
		}
	}
	row, _ := Reference(catalog.Bcast, 8)
	assert.Equal(t, "hcube/bcast", row.ID)
}

// The conclusion of a check with missing launches begins with their number.
func TestConclusionOfPartialCheck(t *testing.T) {
	c, _ := checked(t, 2, size{8, 1, ""})
	assert.Regexp(t, "^The files make no measurable difference", c.Conclusion())
	c.Pairs, c.Status = 5, "partial"
	assert.Regexp(t, `^Partial check: 4 of 10 launches\. The files make no measurable difference`,
		c.Conclusion())
	c = &Check{Pairs: 3, Status: "partial", Launches: 1}
	assert.Equal(t, "Partial check: 1 of 6 launches. The check needs at least two pairs of launches for a "+
		"conclusion.", c.Conclusion())
}
