package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
	"topocoll/bench/results/resultstest"
)

// runWith returns a judged run with a library, with the given cells of one size.
func runWith(mpi string, of ...results.Cell) *results.Result {
	r := resultstest.ResultOf(of...)
	r.Env.MPI, r.Env.Launches = mpi, len(of[0].LaunchN)
	r.Env.Hosts[0].Name = "lab"
	for i := range r.Cells {
		r.Cells[i].Summarise(r.Cells[0].Samples)
	}
	results.Judge(r.Cells, false)
	return r
}

// steady returns a cell of 4 launches whose times differ a little from ns.
func steady(algo string, ns int64) results.Cell {
	return resultstest.Launched(algo, 64, ns, ns+ns/200, ns-ns/250, ns+ns/500)
}

func openMPI(of ...results.Cell) *results.Result {
	return runWith("Open MPI v4.1.4, package: x", of...)
}
func mpich(of ...results.Cell) *results.Result {
	return runWith("MPICH 4.0.2, device: ch4:ucx", of...)
}

func TestWhoShouldChangeWhat(t *testing.T) {
	native := func(ns int64) results.Cell { return steady(results.Native, ns) }
	ring := func(ns int64) results.Cell { return steady("ring/bcast", ns) }
	hcube := func(ns int64) results.Cell { return steady("hcube/bcast", ns) }
	forced := func(name string, ns int64) results.Cell { return steady("native:"+name, ns) }
	for name, c := range map[string]struct {
		a, b *results.Result
		want []string
	}{
		"nothing": {openMPI(native(1000), ring(1500), forced("chain", 1400)), mpich(native(1001), ring(1502),
			forced("binomial", 1300)), nil},
		"another of its own": {openMPI(native(1000), ring(1500)), mpich(native(1000), ring(1500),
			forced("binomial", 1200), forced("scatter", 700)),
			[]string{"MPICH: use scatter, which is faster than the default"}},
		"ours is not as good as its own": {openMPI(native(1000), ring(1500)), mpich(native(1000), ring(900),
			forced("scatter", 700)),
			[]string{"MPICH: use scatter, which is faster than the default"}},
		"one it has not": {openMPI(native(1000), ring(1500)), mpich(native(1000), ring(600), hcube(500),
			forced("scatter", 800)),
			[]string{"MPICH: use scatter, which is faster than the default",
				"MPICH: add topocoll's hcube/bcast, which is faster than the library's best algorithm (scatter)"}},
		"the default is its best": {openMPI(native(1000), ring(700), forced("chain", 1500)),
			mpich(native(1000),
				ring(1500)),
			[]string{"Open MPI: add topocoll's ring/bcast, which is faster than the library's best algorithm " +
				"(the default)"}},
		"both lack it": {openMPI(native(1000), ring(700), forced("chain", 1500)),
			mpich(native(1000), ring(700),
				forced("binomial", 970)),
			[]string{
				"both: add topocoll's ring/bcast, which is faster than the library's best algorithm (the " +
					"default, binomial)"}},
		"both, none forced": {openMPI(native(1000), ring(700)), mpich(native(1000), ring(700)),
			[]string{"both: the default algorithm is at fault, because ring/bcast is faster"}},
		"messages": {openMPI(native(1000), ring(1500)), mpich(native(1400), ring(2100)),
			[]string{"MPICH takes 1.40 times as long as Open MPI, because of its message transport, not its " +
				"algorithm: our algorithm, too, takes 1.40 times as long over this transport"}},
		"messages of A": {openMPI(native(1400), ring(2100)), mpich(native(1000), ring(1500)),
			[]string{"Open MPI takes 1.40 times as long as MPICH, because of its message transport, not its " +
				"algorithm: our algorithm, too, takes 1.40 times as long over this transport"}},
		"messages in part": {openMPI(native(1000), ring(2500)), mpich(native(2000), ring(3000)),
			[]string{"MPICH takes 2.00 times as long as Open MPI, in part because of its message transport (our " +
				"algorithm takes 1.20 times as long over this transport), and in part because of the default " +
				"algorithm"}},
		"messages of A in part": {openMPI(native(2000), ring(3000)), mpich(native(1000), ring(2500)),
			[]string{"Open MPI takes 2.00 times as long as MPICH, in part because of its message transport (our " +
				"algorithm takes 1.20 times as long over this transport), and in part because of the default " +
				"algorithm"}},
		"the algorithm": {openMPI(native(1000), ring(2500)), mpich(native(1400), ring(2500)),
			[]string{"MPICH takes 1.40 times as long as Open MPI, because of the default algorithm, not its " +
				"message transport: our algorithm takes no longer over this transport"}},
		"without ours": {openMPI(native(1000), forced("chain", 1500)), mpich(native(1400)),
			[]string{"MPICH takes 1.40 times as long as Open MPI; the measurements do not show whether its " +
				"message transport or its algorithm is the cause"}},
	} {
		t.Run(name, func(t *testing.T) {
			l := CompareLibraries(c.a, c.b)
			require.Len(t, l.Rows, 1)
			var words []string
			for _, advice := range l.Rows[0].Advice {
				words = append(words, advice.String())
			}
			assert.Equal(t, c.want, words)
			assert.Equal(t, [2]string{"Open MPI", "MPICH"}, [2]string{l.A, l.B})
		})
	}
}

// A row has the times of both runs and the same best algorithm as the summary.
func TestLibraryRow(t *testing.T) {
	a := openMPI(steady(results.Native, 1000), steady("ring/bcast", 1500), steady("hcube/bcast", 1200),
		steady("native:chain", 900))
	b := mpich(steady(results.Native, 2000), steady("ring/bcast", 1500), steady("hcube/bcast", 1800))
	row := CompareLibraries(a, b).Rows[0]
	assert.InEpsilon(t, 2, row.Native.Ratio, 0.01)
	assert.Less(t, *row.Native.RatioRange.Lo, 2.0)
	assert.Greater(t, *row.Native.RatioRange.Hi, 2.0)
	assert.Equal(t, results.Slower, row.Native.Verdict)
	assert.Equal(t, [2]string{"hcube/bcast", "ring/bcast"},
		[2]string{row.Libraries[0].Best, row.Libraries[1].Best})
	assert.InEpsilon(t, ranking.Contests(a)[0].Best, row.Libraries[0].BestRatio, 1e-9)
	assert.Equal(t, "hcube/bcast", row.Messages.Algo, "the product of its times is lowest")
	assert.False(t, row.Native.Relative || row.Messages.Relative)
}

// The advice is inconclusive if the launches differ by more than the libraries. It is also inconclusive with
// only one launch, without samples, and with more ranks than cores.
func TestLibrariesStayOpen(t *testing.T) {
	apart := func(ns int64) []results.Cell {
		return []results.Cell{resultstest.Launched(results.Native, 64, ns, 2*ns, ns/2),
			resultstest.Launched("ring/bcast", 64, 2*ns, 4*ns, ns)}
	}
	one := func(ns int64) []results.Cell {
		return []results.Cell{resultstest.Launched(results.Native, 64, ns), resultstest.Launched("ring/bcast",
			64, 2*ns)}
	}
	crowded := func(r *results.Result) *results.Result { r.Env.Oversubscribed = true; return r }
	slim := func(r *results.Result) *results.Result {
		for i := range r.Cells {
			r.Cells[i].Samples = nil
		}
		return r
	}
	for name, c := range map[string]struct{ a, b *results.Result }{
		"apart":  {openMPI(apart(1000)...), mpich(apart(1400)...)},
		"one":    {openMPI(one(1000)...), mpich(one(1400)...)},
		"one, 4": {openMPI(one(1000)...), mpich(steady(results.Native, 1400), steady("ring/bcast", 2800))},
		"crowded": {crowded(openMPI(steady(results.Native, 1000))),
			crowded(mpich(steady(results.Native, 1400)))},
		"slim": {slim(openMPI(steady(results.Native, 1000))), mpich(steady(results.Native, 1400))},
	} {
		row := CompareLibraries(c.a, c.b).Rows[0]
		assert.Equal(t, results.Inconclusive, row.Native.Verdict, name)
		assert.InEpsilon(t, 1.4, row.Native.Ratio, 0.01, name)
		assert.Empty(t, row.Advice, name)
	}
	assert.Equal(t, 1, CompareLibraries(openMPI(one(1000)...), mpich(steady(results.Native, 1400))).Launches)
}

// The advice to add an algorithm also needs a verdict. If the launches differ too much, there is no verdict.
func TestLackingIsAVerdict(t *testing.T) {
	r := mpich(steady(results.Native, 1000), resultstest.Launched("native:scatter", 64, 720, 880, 810, 700),
		resultstest.Launched("ring/bcast", 64, 790, 700, 690, 780))
	assert.Empty(t, missingAlgorithms(r))
	r = mpich(steady(results.Native, 1000), steady("native:scatter", 800), steady("ring/bcast", 700))
	assert.Equal(t, map[results.Case]string{{Op: "bcast", P: 4, Bytes: 64}: "ring/bcast"},
		missingAlgorithms(r))
}

func TestLibrariesNotAlike(t *testing.T) {
	a := openMPI(steady(results.Native, 1000))
	for want, change := range map[string]func(r *results.Result){
		"hosts lab / b":                      func(r *results.Result) { r.Env.Hosts[0].Name = "b" },
		"CPU x / y":                          func(r *results.Result) { r.Env.Hosts[0].CPU = "y" },
		"network none / ring:4":              func(r *results.Result) { r.Env.Network = "ring:4" },
		"map none / random:1":                func(r *results.Result) { r.Env.Map = "random:1" },
		"more ranks than cores false / true": func(r *results.Result) { r.Env.Oversubscribed = true },
		"sync dissem / round":                func(r *results.Result) { r.Env.Sync = "round" },
		"cache none / warm":                  func(r *results.Result) { r.Env.Cache = results.Warm },
		"host of rank 1: h1 / h0": func(r *results.Result) {
			r.Env.Ranks =
				[]results.Rank{{Host: "h0"}, {Host: "h0"}}
		},
		"operations, process counts and sizes bcast p=4 64 / bcast p=8 64": func(
			r *results.Result) {
			r.Cells[0].P = 8
		},
	} {
		b := mpich(steady(results.Native, 1000))
		a.Env.Ranks = []results.Rank{{Host: "h0"}, {Host: "h1"}}
		change(b)
		l := CompareLibraries(a, b)
		assert.Equal(t, []string{want}, l.Differences)
		assert.Empty(t, l.Rows)
	}
	b := mpich(steady(results.Native, 1000))
	a.Env.Ranks, b.Env.Ranks = []results.Rank{{Affinity: "0"}, {Affinity: "1"}},
		[]results.Rank{{Affinity: "0"}, {Affinity: "0-1"}}
	l := CompareLibraries(a, b)
	assert.Equal(t, []string{"CPUs of rank 1: 1 / 0-1"}, l.Binding)
	assert.Len(t, l.Rows, 1)
}

func TestLibraryNames(t *testing.T) {
	for _, c := range []struct{ mpiA, mpiB, a, b string }{
		{"Open MPI v4.1.4, package: x", "MPICH 4.0.2, device: ch4", "Open MPI", "MPICH"},
		{"Open MPI v4.1.4, package: x", "Open MPI v5.0.3, package: x", "Open MPI v4.1.4", "Open MPI v5.0.3"},
		{"", "Intel(R) MPI Library 2021.9 for Linux* OS", "none", "Intel(R) MPI Library"},
	} {
		a, b := libraryNames(results.Env{Software: results.Software{MPI: c.mpiA}},
			results.Env{Software: results.Software{MPI: c.mpiB}})
		assert.Equal(t, [2]string{c.a, c.b}, [2]string{a, b})
	}
	assert.False(t,
		DifferentLibraries(&results.Result{Env: results.Env{Software: results.Software{MPI: "MPICH 4.0.2, a"}}},
			&results.Result{Env: results.Env{Software: results.Software{MPI: "MPICH 4.0.2, b"}}}))
}
