package page

import (
	"fmt"
	"math"
	"math/rand/v2"

	"topocoll/bench/results"
	"topocoll/catalog"
)

// forcedNames lists some of Open MPI's algorithms. The test data uses them for every operation.
var forcedNames = []string{"native:basic_linear", "native:binary_tree", "native:recursive_doubling",
	"native:ring", "native:linear_sync"}

// fullPreset returns a result as large as a result of bench --preset full. It has 8 B to 4 MB, every
// algorithm of the catalog, native, some forced native algorithms and gompi. Times follow ts + tw·bytes with
// 20 % of noise; the seed is 1.
func fullPreset(p, samples int) *results.Result { return preset(p, samples, 2) }

// quickPreset returns a result like fullPreset, but only with 8 B, 512 B, 32 KB and 2 MB.
func quickPreset(p, samples int) *results.Result { return preset(p, samples, 64) }

func preset(p, samples, factor int) *results.Result {
	random := rand.New(rand.NewPCG(1, 1))
	r := &results.Result{Schema: results.Schema, Status: "complete", Env: environmentFor(p)}
	for bytes := 8; bytes <= 4<<20; bytes *= 2 {
		for _, pattern := range []string{"pingpong", "exchange"} {
			median := 400 + 0.3*float64(bytes)
			r.Messages =
				append(r.Messages,
					results.Message{Pattern: pattern, Stride: 1, P: p, Bytes: bytes, N: 64, Median: median})
		}
	}
	for _, kind := range catalog.Collectives() {
		for bytes := 8; bytes <= 4<<20; bytes *= factor {
			if kind == catalog.Barrier && bytes > 8 {
				break
			}
			for _, algo := range contendersOf(kind, p) {
				r.Cells = append(r.Cells, cellOf(random, kind, algo, p, bytes, samples))
			}
		}
	}
	results.Judge(r.Cells, false)
	return r
}

func contendersOf(kind catalog.Collective, p int) []string {
	algos := []string{native}
	for _, row := range catalog.ByteRows() {
		if row.Op == kind && row.Takes(p) && !row.OfLibraries() { // a preset has few such algorithms
			algos = append(algos, row.ID)
		}
	}
	if kind != catalog.Barrier {
		algos = append(algos, forcedNames...)
	}
	if kind == catalog.Bcast || kind == catalog.Reduce || kind == catalog.Allreduce {
		algos = append(algos, gompi)
	}
	return algos
}

func cellOf(random *rand.Rand, kind catalog.Collective, algo string, p, bytes, samples int) results.Cell {
	if kind == catalog.Barrier {
		bytes = 0
	}
	base := 500 + 0.4*float64(bytes)
	skill := 1.0
	if algo != native {
		skill = math.Exp(0.5 * random.NormFloat64())
	}
	median, ratio, wide := base*skill, skill, 1+0.06*random.Float64()
	c := results.Cell{Subject: results.Subject{Op: string(kind), Algo: algo, P: p, Bytes: bytes,
		Type: "float64"},
		Sampling: results.Sampling{N: 512, Stop: "max"},
		Summary: results.Summary{Median: median, Interval: intervalAround(median, 1+0.02*random.Float64()),
			P95: 1.4 * median,
			P99: 2 * median},
		NativeComparison: results.NativeComparison{NativeMedian: base, Ratio: ratio,
			RatioRange: intervalAround(ratio, wide),
			PValue:     0.0001},
		StartSkew: results.StartSkew{SkewP50: 40,
			SkewP95: 90},
		LinkUse: results.LinkUse{Estimate: 0.3 * base, Counters: results.Counters{Rounds: 3, Messages: 3,
			Bytes: 3 * bytes}}}
	for range samples {
		c.Samples = append(c.Samples, int64(median*(1+0.2*random.Float64())))
		c.Global = append(c.Global, int64(median*(1.1+0.2*random.Float64())))
	}
	return c
}

func intervalAround(value, factor float64) results.Interval {
	lo, hi := value/factor, value*factor
	return results.Interval{Lo: &lo, Hi: &hi}
}

func environmentFor(p int) results.Env {
	e := results.Env{Software: results.Software{Tool: "topocoll (devel)", Go: "go1.26", GOMAXPROCS: 2,
		MPI: "Open MPI v4.1.4"},
		Invocation: results.Invocation{P: p,
			Args: []string{"bench", "--preset", "full"},
			Seed: 1, Start: "2026-11-21T07:22:23Z"},
		CallForm:  results.CallForm{Sync: "dissem", Clock: "node"},
		Labelling: results.Labelling{Map: "identity"},
		Variables: map[string]string{"OMPI_MCA_pml": "ob1"}, Library: map[string]string{"btl": "self,vader"},
		Hosts: []results.Host{{Name: "lab", CPU: "some processor", Cores: p, Kernel: "6.1", Ranks: p}},
		MeasurementCost: results.MeasurementCost{Overhead: 50, SkewP50: 16, SkewP95: 104, CgoFloor: 38,
			ClockCost: 47}}
	for i := range p {
		e.Ranks = append(e.Ranks, results.Rank{Host: "lab", Affinity: fmt.Sprint(i), CPU: i})
	}
	return e
}

// onTorus puts the bytes of a ring on the links of a 2x4 torus, in one direction only, so that some links are
// idle.
func onTorus(r *results.Result) {
	r.Env.Network = "torus:2x4@200mbit"
	for i := range r.Cells {
		c := &r.Cells[i]
		for row := range 2 {
			for column := range 4 {
				from := 4*row + column
				right, down := 4*row+(column+1)%4, (from+4)%8
				c.Links = append(c.Links,
					results.Link{From: fmt.Sprintf("h%d", from), To: fmt.Sprintf("h%d", right),
						Bytes: (column + 1) * c.Bytes},
					results.Link{From: fmt.Sprintf("h%d", right), To: fmt.Sprintf("h%d", from)},
					results.Link{From: fmt.Sprintf("h%d", from), To: fmt.Sprintf("h%d", down),
						Bytes: c.Bytes})
			}
		}
	}
}
