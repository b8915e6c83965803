package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
)

// overLibraries returns two results of 4 launches. On MPICH, everything takes 1.5 times as long as on Open
// MPI, and the native broadcast of 2 MB takes another 1.5 times as long.
func overLibraries(p int) (openMPI, mpich *results.Result) {
	openMPI, mpich = quickPreset(p, 40), quickPreset(p, 40)
	mpich.Env.MPI = "MPICH 4.0.2, device: ch4:ucx"
	for _, r := range []*results.Result{openMPI, mpich} {
		r.Env.Launches = 4
		var theirs []int64
		for i := range r.Cells {
			c := &r.Cells[i]
			c.LaunchN = []int{10, 10, 10, 10}
			for j := range c.Samples {
				if r == mpich {
					c.Samples[j] = c.Samples[j] * 3 / 2
				}
				if r == mpich && c.Op == "bcast" && c.Bytes == 2<<20 && c.Algo == native {
					c.Samples[j] = c.Samples[j] * 3 / 2
				}
			}
			if c.Algo == native {
				theirs = c.Samples
			}
			c.Summarise(theirs)
		}
		results.Judge(r.Cells, false)
	}
	return openMPI, mpich
}

func TestTwoLibraries(t *testing.T) {
	page := write(t, quickPreset(2, 5), quickPreset(2, 5))
	assertHasNot(t, page, "libraries\">")
	a, b := overLibraries(4)
	page = write(t, a, b)
	begin, _, found := strings.Cut(page, "<article>")
	require.True(t, found)
	assertHas(t, begin, `<section id="r2-libraries">`)
	assertHas(t, begin, `href="#r2-libraries"`)
	assertHas(t, begin, "Open MPI v4.1.4 and MPICH 4.0.2")
	assertHas(t, begin, `<p class="conclusion">The default calls of MPICH are faster than the default calls `+
		"of Open MPI for 0 of 12 operations, and slower for 12.</p>")
	begin = strings.ReplaceAll(begin, "<wbr>", "")
	assertHas(t, begin,
		"<li><b>8 to 32K</b>: MPICH takes 1.50 times as long as Open MPI, because of its message transport, "+
			"not its algorithm: our algorithm, too, takes 1.50 times as long over this transport</li>")
	assertHas(t, begin,
		"<li><b>2M</b>: MPICH takes 2.25 times as long as Open MPI, in part because of its message transport")
	assert.Equal(t, 1+12, strings.Count(begin, `<table class="libraries">`), "all operations, and each")
	assert.NotContains(t, begin, "NaN")
	assert.NotContains(t, begin, "a difference may come from the launch")
}

// Each other library is compared once with the library of the first run.
func TestThreeLibraries(t *testing.T) {
	var runs []*results.Result
	for _, mpi := range []string{"Open MPI v4.1.4", "Open MPI v4.1.4", "MPICH 4.0.2", "MPICH 4.0.2",
		"Open MPI v5.0.3"} {
		r := quickPreset(2, 5)
		r.Env.MPI = mpi
		runs = append(runs, r)
	}
	page := write(t, runs...)
	for i, want := range []bool{false, false, true, false, true} {
		assert.Equal(t, want, strings.Contains(page, fmt.Sprintf(`<section id="r%d-libraries">`, i+1)), i+1)
	}
	assertHas(t, page, "Open MPI v4.1.4 and Open MPI v5.0.3")
	assertHas(t, page, "a difference may come from the launch")
}

// If runs cannot be compared, the page has the reasons instead of a table.
func TestLibrariesThatCannotBeCompared(t *testing.T) {
	a, b := overLibraries(2)
	b.Env.Cache, b.Env.Hosts[0].Name = results.Warm, "<b>"
	page := strings.ReplaceAll(write(t, a, b), "<wbr>", "")
	assertHas(t, page, "<li>cache none / warm</li>")
	assertHas(t, page, "<li>hosts lab / &lt;b&gt;</li>")
	assertHasNot(t, page, `class="libraries"`)
}

func TestSizesAt(t *testing.T) {
	rows := []compare.LibraryRow{{Case: results.Case{Bytes: 8}}, {Case: results.Case{Bytes: 64}},
		{Case: results.Case{Bytes: 512}}, {Case: results.Case{Bytes: 4096}},
		{Case: results.Case{Bytes: 32768}}}
	for want, at := range map[string][]int{"all sizes": {0, 1, 2, 3, 4}, "8 to 512": {0, 1, 2},
		"8, 64, 4K": {0, 1, 3}, "64": {1}, "8, 512 to 32K": {0, 2, 3, 4}} {
		assert.Equal(t, want, sizesAt(rows, at))
	}
}
