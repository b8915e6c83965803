package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/cli/model"
	"topocoll/internal/cli/option"
	"topocoll/internal/proctest"
	"topocoll/internal/virtual"
)

func TestSimulateJSON(t *testing.T) {
	var got map[string]any
	require.NoError(t, json.Unmarshal([]byte(shown(t, "simulate hcube/bcast -n 8 -m 12 --json")), &got))
	assert.InDelta(t, 3*(10+12*0.01), got["time"], 1e-9)
	assert.InDelta(t, 3*(10+12*0.01), got["formula"], 1e-9)
	delete(got, "time")
	delete(got, "formula")
	assert.Equal(t,
		map[string]any{"algorithm": "hcube/bcast", "p": 8., "m": 12., "rounds": 3., "messages": 7.,
			"words": 7. * 12, "max_link_words": 12.}, got)
}

// Figure 3.14: in step i of the hypercube's allgather, a link of the ring carries 2^(i-1) messages of
// 2^(i-1) words. The steps take 1 + 4 + 16 µs. The formula has 1 + 2 + 4.
func TestSimulateContention(t *testing.T) {
	const args = "simulate hcube/allgather -n 8 --network ring --ts=0 --tw=1 --th=0"
	stdout := shown(t, args)
	for _, line := range []string{"time          21 µs",
		"formula       7 µs = ts log p + tw·m(p-1), for a different network, hypercube:8",
		"difference    14 µs (+200%)", "busiest link  20 words"} {
		assert.Contains(t, stdout, line+"\n")
	}
	assert.Contains(t, shown(t, args+" --no-contention"), "difference    0 µs\n")
}

// Half duplex doubles the number of steps of an exchange (the textbook's source F1, see
// docs/reference/sources.md). If a run does not use the network of the formula, the formula is marked with
// the network for which it holds.
func TestSimulateMachines(t *testing.T) {
	needs := "the formula requires\n" + strings.Repeat(" ", len("busiest link  "))
	shows(t, "simulate", map[string]string{
		"hcube/allgather --ports half":                         "rounds        6",
		"hcube/bcast -n 8 --network tree --ts=1 --tw=0 --th=1": "time          15 µs", // 3 steps of (1 + 1·4) µs
		"hcube/bcast -n 8 --network hypercube --routing ct":    "difference    0 µs",
		"ring/bcast-doubling --routing sf --ts=0 --tw=1": "formula       3.7 µs = (ts + tw·m) " +
			"log p + th(p-1), for cut-through routing",
		"ring/allgather -n 9 --network mesh:3x3 --map snake": "on mesh:3x3",
		"ring/allgather -n 8 --network hypercube --map gray": "difference    0 µs",
		"mesh/allgather -n 16 --network torus:2x8":           "difference    0 µs",
		// in every step some messages cross two links: 3 steps of (10 + 2·0.01) µs
		"ring/allgather -n 4 --map 2,0,3,1": "time          30.06 µs",
		"hcube/bcast -n 7":                  needs + "p = 2^d\nrounds",
		// 2^6 nodes, but parts of 15 and of 16 words
		"hcube/bcast-scatter -n 64 -m 1000": needs + "m divisible by p = 64\nrounds",
		"ring/scan -n 8 -m 20000": needs + "m divisible by the number of " +
			"segments, K = 11 (--segment sets their length)\n",
		"hcube/bcast-esbt -n 2 -m 100":                             needs + "p > 2\nrounds",
		"hcube/bcast-trees -n 8 -m 10":                             needs + "m divisible by log p = 3\n",
		"hcube/bcast -m 1":                                         "busiest link  1 word\n",
		"ring/bcast -n 2K -m 1K":                                   "p = 2048, m = 1024",
		"ring/bcast -n 5 --map random:7 --network crossbar --ts=1": "on crossbar:5",
	})
}

// A run that takes hours is rejected before it begins: alone, in a comparison and in a sweep. A long run is
// announced.
func TestSimulateTooLong(t *testing.T) {
	refuses(t, "simulate", map[string]string{
		"hcube/alltoall-ecube -n 128K": "hcube/alltoall-ecube with -n 131072: ",
		"hcube/alltoall-ecube ring/bcast -n 1M": "; the limit is 10 minutes: use a smaller -n or -m, or " +
			"--allow-long",
		"ring/alltoall --sweep n=2:1M": "the limit is 10 minutes",
	})
	var stderr strings.Builder
	s := virtual.Run{Call: virtual.Call{Info: mustRow(t, "hcube/alltoall-ecube"), P: 1 << 17, M: 1}}
	var err error
	s.Machine, err = model.MachineFlags{Links: model.Links{Ts: 1}}.Machine(s.Info, s.P)
	require.NoError(t, err)
	require.NoError(t, virtual.Foresee(&stderr, []virtual.Run{s}, true))
	assert.Regexp(t,
		`^topocoll: hcube/alltoall-ecube with -n 131072: (about|at least) [\d.]+e\d+ messages, (about|at `+
			`least) \d+ (minutes|hours), at most [\d.]+ MiB of memory\n$`, stderr.String())
}

func mustRow(t *testing.T, id string) catalog.Info {
	info, err := option.TheRow(id)
	require.NoError(t, err)
	return info
}

// Algorithms that need a mesh of two dimensions are left out on a mesh of three.
func TestSimulateOnThreeDimensions(t *testing.T) {
	stdout := shown(t, "simulate --op allgather --network torus:2x2x2")
	assert.Contains(t, stdout, "\nmesh/allgather ")
	assert.Contains(t, stdout, "\nleft out: mesh/allgather-crossed: it requires a mesh with two dimensions\n")
	assert.Contains(t, shown(t, "simulate --op alltoall -n 6"),
		"\nleft out: hcube/alltoall: it requires p = 2^d\n")
	refuses(t, "simulate", map[string]string{
		"mesh/shift mesh/alltoall-crossed --dims 2x2x2": "none of the algorithms can run on 8 ranks; " +
			"mesh/alltoall-crossed: it requires a mesh with two dimensions; mesh/shift: it requires a mesh",
	})
	assert.Regexp(t, `(?s)\[2\] mesh/shift\n.* 1 +\d+\.\d+\*? +- `,
		shown(t, "simulate --op shift --dims 2x2x2 --sweep m=1:2"), "no time for mesh/shift")
}

func TestSimulateNamesTheWinner(t *testing.T) {
	stdout := shown(t, "simulate ring/bcast hcube/bcast -n 16 --tw=0")
	// they take 4 and 8 steps
	assert.Contains(t, stdout, "bcast, p = 16, m = 1: hcube/bcast wins, 2 times as fast as ring/bcast")
	assert.Contains(t, stdout, "ring/bcast (each on\n  the network of its formula)\n")
	for args, want := range map[string]string{
		"hcube/bcast hcube/bcast-scatter":              "wins, 2 times as fast as hcube/bcast-scatter\n",
		"ring/bcast hcube/bcast --network hypercube:8": "hcube/bcast wins, 1.36 times as fast as ring/bcast\n",
		"--op bcast --network torus:2x4": "\n* the routing differs: store-and-forward for mesh/bcast, " +
			"mesh/bcast-scatter,\n  mesh/bcast-trees, cut-through for the other algorithms (--routing sf or\n  " +
			"--routing ct sets the same routing for all)\nbcast, p = 8",
	} {
		assert.Contains(t, shown(t, "simulate "+args), want, args)
	}
	assert.NotContains(t, shown(t, "simulate --op bcast --network torus:2x4 --routing ct"), "differs")
	assert.NotContains(t, shown(t, "simulate ring/bcast ring/bcast-doubling"), "each on")
	stdout = shown(t, "simulate --op bcast,reduce -n 4")
	assert.Contains(t, stdout, "bcast, p = 4, m = 1: ring/bcast, mesh/bcast, hcube/bcast")
	assert.Contains(t, stdout, "reduce, p = 4, m = 1: ")
	stdout = shown(t, "simulate --op bcast --json")
	var all []virtual.Outcome
	require.NoError(t, json.Unmarshal([]byte(stdout), &all))
	assert.Greater(t, len(all), 2)
}

// A formula that holds for another network or for other messages is marked as such.
func TestFormulasOfOthers(t *testing.T) {
	stdout := shown(t, "simulate ring/bcast hcube/bcast mesh/bcast network/bcast --network torus:2x4")
	assert.Regexp(t, `\nring/bcast +\S+ +\S+\* +4 `, stdout)
	assert.Regexp(t, `\nmesh/bcast +\S+ +\S+ +3 `, stdout)
	assert.Contains(t, stdout,
		"* formula for a different network, ring:8: ring/bcast\n* formula for a different network, "+
			"hypercube:8: hcube/bcast\n* the routing differs: store-and-forward for mesh/bcast, cut-through")
	stdout = shown(t, "simulate --op bcast")
	assert.NotContains(t, stdout, "*")
	assert.Contains(t, stdout, "\n- no formula: mesh/bcast-trees, tree/bcast-two-tree, network/bcast,\n")
	assert.Contains(t, stdout, "\n- the formula requires m divisible by p = 8: ring/bcast-scatter,\n"+
		"  mesh/bcast-scatter, hcube/bcast-scatter\n")
	assert.Equal(t, "ring:4", simulated(t, "ring/bcast -n 4 --network ring:8").FormulaFor,
		"4 nodes of 8 are no ring")
	assert.Equal(t, "torus:2x4", simulated(t, "mesh/bcast --dims 2x4 --network torus:4x2").FormulaFor)
	assert.Empty(t, simulated(t, "hcube/bcast -n 4 --network tree").FormulaFor)

	shows(t, "explain", map[string]string{
		"hcube/allgather -n 8 --network ring": "T = ts log p + tw·m(p-1) on its own network, hypercube:8\n",
		"hcube/bcast -n 6":                    "T = (ts + tw·m) log p, for p = 2^d\n",
		"hcube/bcast -n 8":                    "T = (ts + tw·m) log p\n",
		"hcube/bcast -n 4 --network tree":     "T = (ts + tw·m + th(log p + 1)) log p\n",
		"ring/bcast-doubling --routing sf":    "log p + th(p-1) under cut-through\n",
		"mesh/bcast-doubling -n 9": "T = (ts + tw·m) log p + th·sum of (extent-1), for " +
			"extents that are powers of two\n",
		"ring/bcast-pipelined -n 4 --segment 2": "T = (ts + tw·m/K)(K+p-2)\n",
	})
}

func TestSweep(t *testing.T) {
	file := filepath.Join(proctest.PlainDir(t), "sweep.svg")
	stdout := shown(t, "simulate ring/allgather hcube/allgather --sweep n=2:16 --tw=0 --svg "+file)
	assert.Contains(t, stdout, "     2         10*         10*\n")
	assert.Contains(t, stdout, "    16        150          40*\n")
	assert.Contains(t, stdout, "p = 2: ring/allgather, hcube/allgather\np = 4 .. 16: hcube/allgather\n")
	svg, err := os.ReadFile(file)
	require.NoError(t, err)
	for _, want := range []string{"hcube/allgather", "allgather in virtual time, m = 1<",
		"ts = 10 µs, tw = 0 µs/word, th = 0.1 µs/hop; each algorithm on the network of its formula"} {
		assert.Contains(t, string(svg), want)
	}

	stdout = shown(t, "simulate hcube/bcast --sweep m=0:1M --json")
	var all []virtual.Outcome
	require.NoError(t, json.Unmarshal([]byte(stdout), &all))
	assert.Len(t, all, 22) // 0, 1, 2, ..., 2^20
}

func TestSimulateBadInput(t *testing.T) {
	refuses(t, "simulate", map[string]string{
		"":                                    "no algorithm given; use ALGO",
		"ring/bcst":                           `no algorithm "ring/bcst"; use one of: ring/bcast`,
		"ring/bcast -n 0":                     "-n 0, want at least 1",
		"ring/bcast -n 1.5":                   `"1.5", want a whole number`,
		"ring/bcast -m 4096M":                 "want a whole number from 0 to 1G",
		"ring/bcast --root 8":                 "--root 8, want 0..7",
		"ring/bcast --network butterfly":      `network "butterfly", want ring:P`,
		"ring/bcast -n 8 --network torus:2x3": "has room for only 6 processes, but -n is 8",
		"ring/bcast --network ring:4x2":       "want ring:8",
		"ring/bcast --sweep m=1:4 -m 2":       "-m cannot be used with --sweep m=1:4",
		"mesh/bcast --dims 3x3":               "--dims 3x3 is a mesh of 9 processes, but -n is 8",
		"mesh/shift --dims 2x2x2":             "mesh/shift: a 2x2x2 mesh, want two dimensions",
		"ring/bcast -m 1KB":                   `"1KB", want a number without a unit of bytes`,
		"hcube/alltoall -n 6":                 "hcube/alltoall needs p = 2^d, got -n 6",
		"mesh/bcast --dims 3y3":               "3y3",
		"ring/bcast --map gray -n 6":          "want a power of two",
		"ring/bcast --map 0,1 -n 3":           "2 nodes, want one for each of 3",
		"ring/bcast --map 0,0 -n 2":           "node 0, want nodes from 0 to 1, each at most once",
		"ring/bcast --map zigzag":             "want identity, gray, snake",
		"ring/bcast --map random:x":           "want random:SEED",
		"ring/bcast --ts=-1":                  "want 0 or more",
		"ring/bcast --ts inf":                 "want 0 or more and at most 1e+12",
		"ring/bcast --tw 1e300":               "want 0 or more and at most 1e+12",
		"ring/bcast --network :8":             `network ":8", want ring:P`,
		"hcube/bcast -n 1G":                   "takes more than",
		"hcube/allreduce -n 1024M":            "takes more than",
		"ring/bcast hcube/bcast -n 1024M":     "takes more than",
		"hcube/bcast --sweep n=1:1024M":       "takes more than",
		"ring/bcast -n 2 --network torus:3x6148914691236517206": "want at most 2147483647 nodes",
		"mesh/bcast -n 8 --dims 4294967296x4294967296":          "want at most 2147483647 nodes",
		"ring/bcast --routing hot":                              `--routing "hot", want sf or ct`,
		"ring/bcast --sweep m=8:2":                              "want a range such as m=1:1M",
		"ring/bcast --sweep q=1:2":                              "want a range such as m=1:1M",
		"--op bcast,reduce --sweep m=1:2":                       "compares algorithms of one operation",
		"ring/bcast --svg x.svg":                                "--svg needs --sweep",
		"ring/bcast --network torus:2x4 --sweep n=1:16":         "has room for only 8 processes, but -n is 16",
		"ring/bcast --svg /nowhere/x.svg --sweep m=1:4 -n":      "-n needs a value; use -n P",
	})
}

// Times are measured from the arrival of the last rank. If the last rank is late, a linear broadcast still
// has to send one of its messages. If the root is late, a broadcast takes its full time.
func TestSimulateArrival(t *testing.T) {
	shows(t, "simulate -n 4 -m 1000", map[string]string{
		"ring/bcast-linear":                     "time          60 µs",
		"ring/bcast-linear --arrival last:1ms":  "time          20 µs",
		"ring/bcast-linear --arrival first:1ms": "time          60 µs",
		"ring/bcast-linear --arrival ramp:30us": "time          40 µs", // messages at 10, 30 and 50 µs
		"hcube/bcast --arrival first:1ms":       "late (first:1ms): times are measured from the arrival",
	})
	one := shown(t, "simulate hcube/gather ring/gather -n 8 --arrival random:1ms")
	assert.Equal(t, one, shown(t, "simulate hcube/gather ring/gather -n 8 --arrival random:1ms"))
	assert.Contains(t, one, "ranks enter late (random:1ms)")
	assert.Contains(t, shown(t, "simulate hcube/bcast --arrival last:1us --json"), `"arrival": "last:1us"`)
	refuses(t, "simulate", map[string]string{
		"hcube/bcast --arrival late": `--arrival: "late", want one of first, last, ramp, random with a time`,
		"hcube/bcast --arrival last:1us --segment 4": "--arrival and --segment cannot be combined for " +
			"hcube/bcast, which is not pipelined",
	})
}
