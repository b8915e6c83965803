// Package resultstest makes results for tests.
package resultstest

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/topo"
)

// Measured returns a cell with the samples `mine`, in ns, and with their ratio to the native call. The
// argument `theirs` holds the samples of the native call in the same repetitions.
func Measured(algo string, mine, theirs []int64) results.Cell {
	c := results.Cell{Subject: results.Subject{Op: "bcast", Algo: algo, P: 2, Bytes: 8, Type: "float64"},
		Sampling: results.Sampling{Stop: "max"},
		SampleLists: results.SampleLists{Samples: mine,
			Global: mine}}
	c.Summarise(theirs)
	return c
}

// Times returns n independent times that differ from `ns` by a few thousandths. Calls with the same arguments
// return the same times.
func Times(ns int64, n int) []int64 {
	random := rand.New(rand.NewPCG(1, uint64(ns)))
	list := make([]int64, n)
	for i := range list {
		list[i] = ns + ns*(random.Int64N(11)-5)/1000
	}
	return list
}

// ResultOf returns a result with the given cells, measured with Open MPI.
func ResultOf(cells ...results.Cell) *results.Result {
	return &results.Result{Schema: results.Schema,
		Env: results.Env{Software: results.Software{MPI: "Open MPI v4.1.4, package"},
			CallForm: results.CallForm{Sync: "dissem"}, Hosts: []results.Host{{CPU: "x"}}}, Cells: cells}
}

// Launched returns a cell with one launch of 128 samples around each of the given times.
func Launched(algo string, bytes int, ns ...int64) results.Cell {
	c := results.Cell{Subject: results.Subject{Op: "bcast", Algo: algo, P: 4, Bytes: bytes}}
	for _, ns := range ns {
		c.Samples = append(c.Samples, Times(ns, 128)...)
		c.LaunchN = append(c.LaunchN, 128)
	}
	return c
}

// Sampled returns a cell with n samples around `ns` nanoseconds, without statistics.
func Sampled(algo string, bytes int, ns int64, n int) results.Cell {
	return results.Cell{Subject: results.Subject{Op: "bcast", Algo: algo, P: 4, Bytes: bytes},
		SampleLists: results.SampleLists{Samples: Times(ns, n)}}
}

// InLaunches returns a cell with one launch of 128 samples around each of the given times. The native call
// takes 1000 ns in the same repetitions.
func InLaunches(algo string, ns ...int64) results.Cell {
	c := Launched(algo, 8, ns...)
	c.Summarise(slices.Repeat([]int64{1000}, len(c.Samples)))
	return c
}

// SizeTimes holds times in ns at a block size.
type SizeTimes struct {
	Bytes             int
	Native, Reference float64
}

// SideBySide returns a launch with the given start time. At each size it has 64 samples of the native call
// and 64 samples of hcube/bcast, all equal to the given times.
func SideBySide(start string, sizes ...SizeTimes) *results.Result {
	r := &results.Result{Schema: results.Schema, Status: "complete",
		Env: results.Env{Software: results.Software{MPI: "Open MPI"}, Invocation: results.Invocation{P: 2,
			Start: start}}}
	for _, at := range sizes {
		native := slices.Repeat([]int64{int64(at.Native)}, 64)
		cells := []results.Cell{Measured(results.Native, native, native),
			Measured("hcube/bcast", slices.Repeat([]int64{int64(at.Reference)}, 64), native)}
		for _, c := range cells {
			c.Bytes = at.Bytes
			r.Cells = append(r.Cells, c)
		}
	}
	return r
}

// Launch returns a launch with the given start time. At each size it has n samples of the native call and n
// samples of our algorithm. The samples of the native call are around `ns` nanoseconds, and the samples of
// our algorithm around 0.8 times that.
func Launch(start string, ns int64, n int, sizes ...int) *results.Result {
	r := &results.Result{Schema: results.Schema, Status: "complete",
		Env: results.Env{Software: results.Software{MPI: "Open MPI"}, Invocation: results.Invocation{P: 2,
			Start: start}}}
	for _, bytes := range sizes {
		for _, algo := range []string{results.Native, "hcube/bcast"} {
			c := results.Cell{Subject: results.Subject{Op: "bcast", Algo: algo, P: 2, Bytes: bytes},
				SampleLists: results.SampleLists{Samples: Times(ns, n),
					Global: Times(ns,
						n), Roots: Times(ns, n)}}
			if algo != results.Native {
				c.Samples = Times(ns*8/10, n)
			}
			c.Summarise(Times(ns, n))
			r.Cells = append(r.Cells, c)
		}
	}
	return r
}

// WithSamePlans returns c with the given algorithms in its list of algorithms that have the same plans.
func WithSamePlans(c results.Cell, others ...string) results.Cell {
	c.Alike = others
	return c
}

// Pipelined returns a result with three algorithms. The second algorithm has the same plans as the first at 8
// bytes only, and is faster at 64 bytes. The third algorithm has the same plans as the first at both sizes.
func Pipelined() *results.Result {
	r := ResultOf(Launched(results.Native, 8, 1000), WithSamePlans(Launched("ring/bcast", 8, 1200),
		"ring/bcast-pipelined", "hcube/bcast"),
		Launched(results.Native, 64, 1000), WithSamePlans(Launched("ring/bcast", 64, 1200), "hcube/bcast"),
		Launched("ring/bcast-pipelined", 64, 600))
	for i := range r.Cells {
		r.Cells[i].Summarise(r.Cells[i/2*2].Samples)
	}
	r.Cells[4].Summarise(r.Cells[2].Samples)
	r.Cells[3].Summarise(r.Cells[2].Samples)
	results.Judge(r.Cells, false)
	return r
}

// OnFewCores returns a cell of an oversubscribed run. The contender takes `ns` nanoseconds, and the native
// call takes 1000. On links without rate limits, the contender takes `unlimited` and the native call takes
// `native` nanoseconds.
func OnFewCores(algo string, ns int64, unlimited, native float64) results.Cell {
	c := results.Cell{Subject: results.Subject{Op: "bcast", Algo: algo, P: 16, Bytes: 8},
		Sampling:         results.Sampling{Stop: "max"},
		SampleLists:      results.SampleLists{Samples: Times(ns, 128)},
		NativeComparison: results.NativeComparison{Oversubscribed: true},
		CoreWaits:        results.CoreWaits{Unlimited: unlimited, NativeUnlimited: native}}
	c.Summarise(Times(1000, 128))
	return c
}

// HostEach returns an environment with p ranks on the hosts h0, h1 ... of a network, one rank on each host.
func HostEach(network string, p int) results.Env {
	e := results.Env{Labelling: results.Labelling{Network: network}}
	for host := range p {
		e.Ranks = append(e.Ranks, results.Rank{Host: topo.HostName(host)})
	}
	return e
}

// OnHosts returns an environment with ranks on a network. The argument `hosts` lists the host of each rank,
// separated by spaces.
func OnHosts(network, hosts string) results.Env {
	e := results.Env{Labelling: results.Labelling{Network: network}}
	for _, host := range strings.Fields(hosts) {
		e.Ranks = append(e.Ranks, results.Rank{Host: host})
	}
	return e
}

// CutOff writes the files of a run that was killed after two cells, and returns their folder. The cells are
// the native call and an algorithm that takes a fifth less time.
func CutOff(t *testing.T, dir string) string {
	file, err := results.Create(dir, &results.Result{Env: results.Env{Invocation: results.Invocation{P: 2}}})
	require.NoError(t, err)
	native := results.Cell{Subject: results.Subject{Op: "bcast", Algo: results.Native, P: 2, Bytes: 8}}
	ours := results.Cell{Subject: results.Subject{Op: "bcast", Algo: "hcube/bcast", P: 2, Bytes: 8}}
	random := rand.New(rand.NewPCG(1, 3))
	for range 64 {
		native.Samples, ours.Samples = append(native.Samples, 1000+random.Int64N(7)),
			append(ours.Samples, 800+random.Int64N(5))
	}
	native.Summarise(native.Samples)
	ours.Summarise(native.Samples)
	require.NoError(t, file.Append([]results.Cell{native, ours}))
	return dir
}

// Complete writes the files of a complete run with the same cells as CutOff.
func Complete(t *testing.T, dir string) {
	r := Loaded(t, CutOff(t, dir))
	r.Status = "complete"
	require.NoError(t, results.Write(dir, r))
}

// Loaded returns the result in the folder `dir`.
func Loaded(t *testing.T, dir string) *results.Result {
	r, err := results.Load(filepath.Join(dir, results.JSONName))
	require.NoError(t, err)
	return r
}
