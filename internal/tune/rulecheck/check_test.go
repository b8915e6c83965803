package rulecheck

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/tuned"
)

// A size describes a cell. With the files, its time is `ratio` times as long as without them.
type size struct {
	bytes int
	ratio float64
	takes string
}

// checked returns a check with the given number of pairs. The speed of the simulated machine changes by up to
// half from launch to launch, and times have 1 % of noise.
func checked(pairs int, sizes ...size) *Check {
	random := rand.New(rand.NewPCG(1, 1))
	c := &Check{Schema: Schema, Pairs: pairs, Job: tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}}
	says := func(_ catalog.Collective, bytes int) string {
		for _, s := range sizes {
			if s.bytes == bytes {
				return s.takes
			}
		}
		return ""
	}
	for range 2 * pairs {
		l := Launch{With: c.NextWithRules()}
		slowness := 1 + random.Float64()/2
		for _, s := range sizes {
			ratio := 1.5 * math.Exp(0.01*random.NormFloat64())
			if l.With {
				ratio *= s.ratio
			}
			l.Times = append(l.Times, Time{Op: catalog.Bcast, Bytes: s.bytes, N: 64,
				Median: 1000 * slowness * ratio, Beside: "hcube/bcast", Ratio: ratio})
		}
		c.AddLaunch(l, says)
	}
	return c
}

func TestCheckFindsWhatIsSlower(t *testing.T) {
	sizes := []size{{8, 1.2, "chain"}, {16, 0.7, "binomial"}, {32, 1, "binomial"}, {64, 1, ""}, {128, 1, ""},
		{256, 1.5, "chain"}}
	c := checked(5, sizes...)
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

// The times of topocoll's algorithms show whether all calls of a launch were slower.
func TestOurs(t *testing.T) {
	for want, ratios := range map[string][]float64{"1.15 true": {1.15, 1.15, 1.15, 1.15, 1.15},
		"0.80 true": {0.8, 0.8}, "1.03 false": {1.03, 1.03, 1.03},
		"1.00 false": {1.25, 0.8}, "1.13 true": {1, 1.2, 1.2}, "1.06 false": {1, 1, 1.2}} {
		c := &Check{Schema: Schema}
		for _, ratio := range ratios {
			for range 2 {
				l := Launch{With: c.NextWithRules()}
				for _, bytes := range []int{8, 64} {
					time := Time{Op: catalog.Bcast, Bytes: bytes, Median: 1, Ratio: 1, Beside: "hcube/bcast",
						Ours: 100}
					if l.With {
						time.Ours *= ratio
					}
					l.Times = append(l.Times, time)
				}
				c.Launches = append(c.Launches, l)
			}
		}
		ratio, differs := c.ReferenceChange()
		assert.Equal(t, want, fmt.Sprintf("%.2f %v", ratio, differs), ratios)
	}
	_, differs := (&Check{}).ReferenceChange()
	assert.False(t, differs)
}

// If the files change nothing, none of a hundred cells gets the verdict slower.
func TestCheckOfNothing(t *testing.T) {
	var sizes []size
	for i := range 100 {
		sizes = append(sizes, size{8 * (i + 1), 1, "binomial"})
	}
	assert.Empty(t, checked(3, sizes...).Slower())
}

// The two settings alternate in being first in a pair. An incomplete pair does not count.
func TestCheckTakesTurns(t *testing.T) {
	c := &Check{Schema: Schema, Pairs: 2}
	var order []bool
	for range 8 {
		order = append(order, c.NextWithRules())
		c.Launches = append(c.Launches, Launch{With: c.NextWithRules()})
	}
	assert.Equal(t, []bool{false, true, true, false, false, true, true, false}, order)
	c = checked(2, size{8, 1, ""})
	c.Launches, c.Cells = c.Launches[:2], nil
	c.AddLaunch(Launch{With: c.NextWithRules()}, func(catalog.Collective, int) string { return "" })
	assert.Empty(t, c.Cells, "one complete pair is not enough")
	assert.Equal(t, "partial", c.Status)
}

func TestCheckGoesOn(t *testing.T) {
	fresh := &Check{SHA256: "a", Library: "x", Pairs: 3}
	old := Check{SHA256: "a", Library: "x", Pairs: 9, Status: "partial", Launches: make([]Launch, 1)}
	assert.Equal(t, fresh, fresh.Resume(nil))
	assert.Len(t, fresh.Resume(&old).Launches, 1)
	assert.Equal(t, 3, old.Pairs)
	assert.Equal(t, "partial", old.Status)
	enough := Check{SHA256: "a", Library: "x", Pairs: 9, Status: "partial", Launches: make([]Launch, 6)}
	assert.Equal(t, "complete", fresh.Resume(&enough).Status, "all requested pairs are complete")
	for what, change := range map[string]func(c *Check){
		"complete":    func(c *Check) { c.Status = "complete" },
		"other rules": func(c *Check) { c.SHA256 = "b" },
		"a library":   func(c *Check) { c.Library = "y" },
		"a network":   func(c *Check) { c.Network = "ring:4" },
	} {
		other := old
		change(&other)
		assert.Empty(t, fresh.Resume(&other).Launches, what)
	}
}

func TestReadCheck(t *testing.T) {
	name := filepath.Join(t.TempDir(), FileName)
	c, err := Read(name)
	assert.NoError(t, err)
	assert.Nil(t, c)
	var text bytes.Buffer
	want := checked(2, size{8, 1.1, "chain"}, size{16, 1, ""})
	require.NoError(t, want.Write(&text))
	require.NoError(t, os.WriteFile(name, text.Bytes(), 0o644))
	c, err = Read(name)
	require.NoError(t, err)
	assert.Equal(t, want, c)
	for bad, says := range map[string]string{
		`{}`: "schema 0, want 2", `[`: "unexpected end",
		`{"schema":2,"launches":[{"with":true}]}`: `launch 1 has "with": true, want the order false, true, ` +
			`true, false`,
		`{"schema":2,"launches":[{"times":[{"operation":"bcast","bytes":8,"median_ns":1}]}]}`: "launch 1, " +
			"bcast of 8 bytes: 1 ns, ratio 0, want more than 0",
	} {
		require.NoError(t, os.WriteFile(name, []byte(bad), 0o644))
		_, err := Read(name)
		assert.ErrorContains(t, err, says)
	}
}

// The reference algorithm runs on any number of ranks, for every operation that tune measures.
func TestBeside(t *testing.T) {
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
	c := checked(2, size{8, 1, ""})
	assert.Regexp(t, "^The files make no measurable difference", c.Conclusion())
	c.Pairs, c.Status = 5, "partial"
	assert.Regexp(t, `^Partial check: 4 of 10 launches\. The files make no measurable difference`,
		c.Conclusion())
	c = &Check{Pairs: 3, Status: "partial", Launches: make([]Launch, 1)}
	assert.Equal(t, "Partial check: 1 of 6 launches. The check needs at least two pairs of launches for a "+
		"conclusion.", c.Conclusion())
}
