package profile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/profile"
)

// The comparison takes the medians over the launches. It has a line for every kind of call, in the order of
// the catalog. Calls on several communicators are added up, and calls that topocoll cannot replace are
// omitted.
func TestComparison(t *testing.T) {
	run := func(seconds float64, cells ...profile.Cell) *profile.Profile {
		return &profile.Profile{Seconds: seconds, Cells: cells}
	}
	cell := func(call string, from int64, calls, seconds float64) profile.Cell {
		return profile.Cell{Call: call, From: from, Calls: calls, Seconds: seconds}
	}
	natively := func(seconds, allreduce float64) *profile.Profile {
		return run(seconds, cell("MPI_Allreduce", 8, 10, allreduce), cell("MPI_Bcast", 1024, 2, 0.4),
			cell("MPI_Bcast", 1024, 1, 0.1), cell("MPI_Barrier", 0, 1, 0.001), cell("MPI_Ibcast", 1024, 5, 1),
			cell("MPI_Alltoallw", 8, 5, 1),
			profile.Cell{Call: "MPI_Bcast", Communicator: profile.Communicator{Inter: true}, Calls: 9, Seconds: 1})
	}
	native := []*profile.Profile{natively(2, 0.010), natively(4, 0.030), natively(3, 0.020)}
	mixed := cell("MPI_Allreduce", 8, 10, 0.010)
	mixed.Algorithm, mixed.Replaced, mixed.ReplacedSeconds = "ring/allreduce", 8, 0.008
	ours := []*profile.Profile{
		run(1.5, mixed, cell("MPI_Bcast", 1024, 8, 0.5), cell("MPI_Barrier", 0, 7, 0.001))}
	var out bytes.Buffer
	compared := profile.Comparison{Native: native, Tuned: ours}
	compared.Print(&out)
	assert.True(t, compared.Faster())
	assert.Equal(t,
		`topocoll: The program takes 50 % less time with topocoll: 1.500 s instead of
topocoll: 3.000 s. Its blocking calls that topocoll run can replace take 0.511 s
topocoll: instead of 0.521 s.
topocoll: operation     bytes from     calls algorithm                   native ms   tuned ms  x faster
topocoll: bcast               1024      3, 8 native                        500.000    500.000      1.00
topocoll: allreduce              8        10 ring/allreduce                 20.000     10.000      2.00
topocoll: barrier                0      1, 7 native                          1.000      1.000         -
topocoll: all rows                                                         521.000    511.000      1.02
topocoll: the program                                                     3000.000   1500.000      2.00
topocoll: times are means over all ranks; fewer than 8 calls are too few to compare
`, out.String())
}

// After an error, the finished pairs of runs are compared. The last run without a partner is omitted.
func TestPartialComparison(t *testing.T) {
	var compared profile.Comparison
	var out bytes.Buffer
	for i, seconds := range []float64{2, 1, 1, 2, 9} {
		if i == 1 {
			compared.PrintPartial(&out, 4)
			assert.Empty(t, out.String())
		}
		compared.Add(&profile.Profile{Seconds: seconds}, compared.NextIsTuned())
	}
	compared.PrintPartial(&out, 4)
	assert.Contains(t, out.String(), "topocoll: partial: 2 of 4 pairs of runs\n")
	assert.Contains(t, out.String(), "runs): 1.000 s instead of\ntopocoll: 2.000 s.")
}

// Without blocking calls there is no table, because the times of other calls are unknown.
func TestComparisonOfPersistentCalls(t *testing.T) {
	p := profile.Profile{Seconds: 2, Cells: []profile.Cell{{Call: "MPI_Allreduce_init", Calls: 1}}}
	tuned := p
	tuned.Seconds = 1
	var out bytes.Buffer
	profile.Comparison{Native: []*profile.Profile{&p}, Tuned: []*profile.Profile{&tuned}}.Print(&out)
	assert.Equal(t, `topocoll: The program takes 50 % less time with topocoll: 1.000 s instead of
topocoll: 2.000 s. It makes no blocking collective calls that topocoll run can
topocoll: replace. Number of runs with and without topocoll: 1 each; use
topocoll: --launches 3 to see how much the times vary from run to run.
`, out.String())
}

// A program is faster if its run time decreases by more than 2 %. The order of the runs with and without
// topocoll alternates from pair to pair.
func TestFaster(t *testing.T) {
	for seconds, faster := range map[float64]bool{0.5: true, 0.97: true, 0.99: false, 1.5: false} {
		var c profile.Comparison
		var order []bool
		for range 8 {
			tuned := c.NextIsTuned()
			order = append(order, tuned)
			p := &profile.Profile{Seconds: 1}
			if tuned {
				p.Seconds = seconds
			}
			c.Add(p, tuned)
		}
		assert.Equal(t, faster, c.Faster(), seconds)
		assert.Equal(t, []bool{false, true, true, false, false, true, true, false}, order)
	}
}

// If the change has different signs in several pairs of runs, it may be chance. Unless the times are equal
// within 2 %, the sentence gives the range of the changes over the pairs.
func TestPairsOfRuns(t *testing.T) {
	for want, seconds := range map[string][]float64{
		"takes 20 % less time with topocoll, which may be chance (from 30 % less time to 10 % more time, " +
			"depending on the pair of runs): 0.800": {0.7, 0.8, 1.1},
		"takes 20 % less time with topocoll (from 30 % less time to 10 % less time, depending on the pair": {
			0.7, 0.8, 0.9},
		"takes 20 % more time with topocoll (from 10 % more time to 30 % more time, depending on the pair": {
			1.3, 1.2, 1.1},
		"takes the same time with topocoll as without it, within 2 %: ": {0.9, 1, 1.1},
	} {
		var c profile.Comparison
		for _, s := range seconds {
			c.Add(&profile.Profile{Seconds: 1}, false)
			c.Add(&profile.Profile{Seconds: s}, true)
		}
		var out strings.Builder
		c.Print(&out)
		said := strings.Join(strings.Fields(strings.ReplaceAll(out.String(), "topocoll: ", "")), " ")
		assert.Contains(t, said, want)
		assert.Equal(t, strings.Contains(want, "less time with topocoll (from"), c.Faster())
	}
}

// The table has the ten rows with the longest times, and one row for all other kinds of calls.
func TestComparisonFitsOneScreen(t *testing.T) {
	run := func() *profile.Profile {
		p := &profile.Profile{Seconds: 2}
		for i := range 13 {
			p.Cells = append(p.Cells,
				profile.Cell{Call: "MPI_Bcast", From: 8 << i, Calls: 9, Seconds: float64(i+1) / 1000})
		}
		return p
	}
	var out bytes.Buffer
	compared := profile.Comparison{Native: []*profile.Profile{run()}, Tuned: []*profile.Profile{run()}}
	compared.Print(&out)
	assert.Equal(t, 10, strings.Count(out.String(), "topocoll: bcast "))
	assert.Regexp(t, fmt.Sprintf(`(?m)^topocoll: bcast +%d `, 8<<3), out.String())
	assert.Regexp(t, `(?m)^topocoll: 3 other rows +6\.000 +6\.000 +1\.00$`, out.String(),
		"the rows with 1, 2 and 3 ms")
}
