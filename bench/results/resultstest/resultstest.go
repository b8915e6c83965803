package resultstest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/topo"
)

// cell has samples of ns, and its ratio to native's in the same repetitions.
func Measured(algo string, mine, theirs []int64) results.Cell {
	c := results.Cell{Op: "bcast", Algo: algo, P: 2, Bytes: 8, Type: "float64", Stop: "max", Samples: mine,
		Global: mine}
	c.Summarise(theirs)
	return c
}

// Times are n independent times within a few thousandths of ns, the same in every call.
func Times(ns int64, n int) []int64 {
	random := rand.New(rand.NewPCG(1, uint64(ns)))
	list := make([]int64, n)
	for i := range list {
		list[i] = ns + ns*(random.Int64N(11)-5)/1000
	}
	return list
}

func Of(cells ...results.Cell) *results.Result {
	return &results.Result{Schema: results.Schema, Env: results.Env{MPI: "Open MPI v4.1.4, package",
		Sync: "dissem", Hosts: []results.Host{{CPU: "x"}}}, Cells: cells}
}

// Launched is a cell with launches of 128 samples each, around the given ns.
func Launched(algo string, bytes int, ns ...int64) results.Cell {
	c := results.Cell{Op: "bcast", Algo: algo, P: 4, Bytes: bytes}
	for _, ns := range ns {
		c.Samples = append(c.Samples, Times(ns, 128)...)
		c.LaunchN = append(c.LaunchN, 128)
	}
	return c
}

func Sampled(algo string, bytes int, ns int64, n int) results.Cell {
	return results.Cell{Op: "bcast", Algo: algo, P: 4, Bytes: bytes, Samples: Times(ns, n)}
}

// InLaunches is a cell with 128 samples in each launch; native takes 1000 ns in the same repetitions.
func InLaunches(algo string, ns ...int64) results.Cell {
	c := Launched(algo, 8, ns...)
	c.Summarise(slices.Repeat([]int64{1000}, len(c.Samples)))
	return c
}

// nativeCell has a median of ns with an interval of 1 % on either side.
func NativeOf(op string, p, bytes int, ns float64) results.Cell {
	lo, hi := 0.99*ns, 1.01*ns
	return results.Cell{Op: op, Algo: results.Native, P: p, Bytes: bytes, Median: ns,
		Interval: results.Interval{Lo: &lo, Hi: &hi}}
}

// Launch is a launch with the given start, and n samples around ns of native and ours at each size.
func Launch(start string, ns int64, n int, sizes ...int) *results.Result {
	r := &results.Result{Schema: results.Schema, Status: "complete", Env: results.Env{MPI: "Open MPI", P: 2,
		Start: start}}
	for _, bytes := range sizes {
		for _, algo := range []string{results.Native, "hcube/bcast"} {
			c := results.Cell{Op: "bcast", Algo: algo, P: 2, Bytes: bytes, Samples: Times(ns, n), Global: Times(ns,
				n), Roots: Times(ns, n)}
			if algo != results.Native {
				c.Samples = Times(ns*8/10, n)
			}
			c.Summarise(Times(ns, n))
			r.Cells = append(r.Cells, c)
		}
	}
	return r
}

// StandsFor is a cell that is also that of other rows.
func StandsFor(c results.Cell, others ...string) results.Cell {
	c.Alike = others
	return c
}

// pipelined has two rows that are one at 8 bytes and two at 64, where the second is faster, and one
// that is always the first.
func Pipelined() *results.Result {
	r := Of(Launched(results.Native, 8, 1000), StandsFor(Launched("ring/bcast", 8, 1200),
		"ring/bcast-pipelined", "hcube/bcast"),
		Launched(results.Native, 64, 1000), StandsFor(Launched("ring/bcast", 64, 1200), "hcube/bcast"),
		Launched("ring/bcast-pipelined", 64, 600))
	for i := range r.Cells {
		r.Cells[i].Summarise(r.Cells[i/2*2].Samples)
	}
	r.Cells[4].Summarise(r.Cells[2].Samples)
	r.Cells[3].Summarise(r.Cells[2].Samples)
	results.Judge(r.Cells, false)
	return r
}

// crowdedCell took ns beside native's 1000, and unlimited and native's 100 on links without rates.
func OnFewCores(algo string, ns int64, unlimited, native float64) results.Cell {
	c := results.Cell{Op: "bcast", Algo: algo, P: 16, Bytes: 8, Stop: "max", Samples: Times(ns, 128),
		Oversubscribed: true, Unlimited: unlimited, NativeUnlimited: native}
	c.Summarise(Times(1000, 128))
	return c
}

// on places p ranks on the hosts h0, h1 ... of a network, one on each.
func HostEach(network string, p int) results.Env {
	e := results.Env{Network: network}
	for host := range p {
		e.Ranks = append(e.Ranks, results.Rank{Host: topo.HostName(host)})
	}
	return e
}

// onHosts places one rank on each of these hosts in turn.
func OnHosts(network, hosts string) results.Env {
	e := results.Env{Network: network}
	for _, host := range strings.Fields(hosts) {
		e.Ranks = append(e.Ranks, results.Rank{Host: host})
	}
	return e
}
