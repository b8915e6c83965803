package ring_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/internal/nodetest"
	"topocoll/ring"
)

type (
	node  = *comm.Comm[string]
	words = []string
)

var (
	inPlace = nodetest.InPlace
	concat  = comm.Concat()    // keeps the order: "ab" is not "ba"
	union   = nodetest.Union() // commutes: "ab" whatever comes first
	uneven  = comm.CountBlocks([]int{1, 2, 0, 1})
)

// What every exported procedure does on a ring of four: the upper line has the words of nodes 0 to 3 before the call,
// the lower line those after it. The root is node 1.
var calls = []struct {
	name        string
	call        nodetest.Call
	brings, has string
}{
	{"Bcast", inPlace(func(c node, x words) error { return ring.Bcast(c, 1, x) }),
		"- | x | - | -",
		"x | x | x | x"},
	{"BcastDoubling", inPlace(func(c node, x words) error { return ring.BcastDoubling(c, 1, x) }),
		"- | x | - | -",
		"x | x | x | x"},
	{"BcastLinear", inPlace(func(c node, x words) error { return ring.BcastLinear(c, 1, x) }),
		"- | x | - | -",
		"x | x | x | x"},
	{"BcastPipelined", inPlace(func(c node, x words) error { return ring.BcastPipelined(c, 1, 2, x) }), // segments "x y", "z"
		"- - - | x y z | - - - | - - -",
		"x y z | x y z | x y z | x y z"},
	{"BcastScatter", inPlace(func(c node, x words) error { return ring.BcastScatter(c, 1, x) }), // parts "x", "y", "z", none
		"- - - | x y z | - - - | - - -",
		"x y z | x y z | x y z | x y z"},

	{"Reduce", func(c node, x, result words) error { return ring.Reduce(c, 1, concat, x, result) },
		"a | b    | c | d",
		"  | abcd |   |  "},
	{"ReduceDoubling", func(c node, x, result words) error { return ring.ReduceDoubling(c, 1, concat, x, result) },
		"a | b    | c | d",
		"  | abcd |   |  "},
	{"ReduceLinear", func(c node, x, result words) error { return ring.ReduceLinear(c, 1, concat, x, result) },
		"a | b    | c | d",
		"  | abcd |   |  "},
	{"ReduceGather", func(c node, x, result words) error { return ring.ReduceGather(c, 1, union, x, result) },
		"a e | b f       | c g | d h",
		"    | abcd efgh |     |    "},
	{"ReducePipelined", func(c node, x, result words) error { return ring.ReducePipelined(c, 1, 1, concat, x, result) },
		"a e | b f       | c g | d h",
		"    | abcd efgh |     |    "},

	{"Allgather", ring.Allgather[string],
		"a       | b       | c       | d      ",
		"a b c d | a b c d | a b c d | a b c d"},
	{"AllgatherBaseline", ring.AllgatherBaseline[string],
		"a       | b       | c       | d      ",
		"a b c d | a b c d | a b c d | a b c d"},
	{"AllgatherBidirectional", ring.AllgatherBidirectional[string],
		"a       | b       | c       | d      ",
		"a b c d | a b c d | a b c d | a b c d"},
	{"Allgatherv", inPlace(func(c node, x words) error { return ring.Allgatherv(c, uneven, x) }),
		"a - - - | - b b - | - - - - | - - - d",
		"a b b d | a b b d | a b b d | a b b d"},
	{"AllgathervBidirectional", inPlace(func(c node, x words) error { return ring.AllgathervBidirectional(c, uneven, x) }),
		"a - - - | - b b - | - - - - | - - - d",
		"a b b d | a b b d | a b b d | a b b d"},

	{"ReduceScatter", func(c node, all, mine words) error { return ring.ReduceScatter(c, union, all, mine) },
		"a e i m | b f j n | c g k o | d h l p",
		"abcd    | efgh    | ijkl    | mnop   "},
	{"ReduceScatterBidirectional", func(c node, all, mine words) error { return ring.ReduceScatterBidirectional(c, union, all, mine) },
		"a e i m | b f j n   | c g k o | d h l p",
		"abcd    | efgh      | ijkl    | mnop   "},
	{"ReduceScatterv", func(c node, all, mine words) error { return ring.ReduceScatterv(c, union, uneven, all, mine) },
		"a e i m | b f j n   | c g k o | d h l p",
		"abcd    | efgh ijkl |         | mnop   "},
	{"ReduceScattervBidirectional", func(c node, all, mine words) error {
		return ring.ReduceScattervBidirectional(c, union, uneven, all, mine)
	},
		"a e i m | b f j n   | c g k o | d h l p",
		"abcd    | efgh ijkl |         | mnop   "},

	{"Allreduce", func(c node, x, result words) error { return ring.Allreduce(c, union, x, result) },
		"a    | b    | c    | d   ",
		"abcd | abcd | abcd | abcd"},
	{"AllreduceBidirectional", func(c node, x, result words) error { return ring.AllreduceBidirectional(c, union, x, result) },
		"a    | b    | c    | d   ",
		"abcd | abcd | abcd | abcd"},
	{"AllreduceReduceBcast", func(c node, x, result words) error { return ring.AllreduceReduceBcast(c, concat, x, result) },
		"a    | b    | c    | d   ",
		"abcd | abcd | abcd | abcd"},
	{"Scan", func(c node, x, result words) error { return ring.Scan(c, 0, concat, x, result) },
		"a | b  | c   | d   ",
		"a | ab | abc | abcd"},
	{"Exscan", func(c node, x, result words) error { return ring.Exscan(c, 0, concat, x, result) },
		"a | b | c  | d  ",
		"- | a | ab | abc"},

	{"Scatter", func(c node, all, mine words) error { return ring.Scatter(c, 1, all, mine) },
		"  | a b c d |   |  ",
		"a | b       | c | d"},
	{"ScatterLinear", func(c node, all, mine words) error { return ring.ScatterLinear(c, 1, all, mine) },
		"  | a b c d |   |  ",
		"a | b       | c | d"},
	{"Scatterv", func(c node, all, mine words) error { return ring.Scatterv(c, 1, uneven, all, mine) },
		"  | a b c d |   |  ",
		"a | b c     |   | d"},
	{"Gather", func(c node, mine, all words) error { return ring.Gather(c, 1, mine, all) },
		"a | b       | c | d",
		"  | a b c d |   |  "},
	{"GatherLinear", func(c node, mine, all words) error { return ring.GatherLinear(c, 1, mine, all) },
		"a | b       | c | d",
		"  | a b c d |   |  "},
	{"Gatherv", func(c node, mine, all words) error { return ring.Gatherv(c, 1, uneven, mine, all) },
		"a | b c     |   | d",
		"  | a b c d |   |  "},

	{"Alltoall", ring.Alltoall[string], // the word from node i to node j is i>j
		"0>0 0>1 0>2 0>3 | 1>0 1>1 1>2 1>3 | 2>0 2>1 2>2 2>3 | 3>0 3>1 3>2 3>3",
		"0>0 1>0 2>0 3>0 | 0>1 1>1 2>1 3>1 | 0>2 1>2 2>2 3>2 | 0>3 1>3 2>3 3>3"},
	{"AlltoallBidirectional", ring.AlltoallBidirectional[string],
		"0>0 0>1 0>2 0>3 | 1>0 1>1 1>2 1>3 | 2>0 2>1 2>2 2>3 | 3>0 3>1 3>2 3>3",
		"0>0 1>0 2>0 3>0 | 0>1 1>1 2>1 3>1 | 0>2 1>2 2>2 3>2 | 0>3 1>3 2>3 3>3"},
	{"AlltoallLinear", ring.AlltoallLinear[string],
		"0>0 0>1 0>2 0>3 | 1>0 1>1 1>2 1>3 | 2>0 2>1 2>2 2>3 | 3>0 3>1 3>2 3>3",
		"0>0 1>0 2>0 3>0 | 0>1 1>1 2>1 3>1 | 0>2 1>2 2>2 3>2 | 0>3 1>3 2>3 3>3"},
	{"AlltoallPairwise", ring.AlltoallPairwise[string],
		"0>0 0>1 0>2 0>3 | 1>0 1>1 1>2 1>3 | 2>0 2>1 2>2 2>3 | 3>0 3>1 3>2 3>3",
		"0>0 1>0 2>0 3>0 | 0>1 1>1 2>1 3>1 | 0>2 1>2 2>2 3>2 | 0>3 1>3 2>3 3>3"},
	{"AlltoallGrouped", func(c node, all, result words) error { // a node's word to itself stays where it is
		return ring.AlltoallGrouped(c, 1,
			func(msg words, to int) { copy(msg, all[to:]) },
			func(from int, msg words) { copy(result[from:], msg) })
	},
		"0>0 0>1 0>2 0>3 | 1>0 1>1 1>2 1>3 | 2>0 2>1 2>2 2>3 | 3>0 3>1 3>2 3>3",
		"-   1>0 2>0 3>0 | 0>1 -   2>1 3>1 | 0>2 1>2 -   3>2 | 0>3 1>3 2>3 -  "},

	{"Shift", func(c node, x, result words) error { return ring.Shift(c, 1, x, result) },
		"a | b | c | d",
		"d | a | b | c"},
	{"Shift", func(c node, x, result words) error { return ring.Shift(c, -1, x, result) },
		"a | b | c | d",
		"b | c | d | a"},

	{"BarrierLinear", nodetest.Came(ring.BarrierLinear[string]),
		"  |   |   |  ",
		"4 | 4 | 4 | 4"},
}

func TestCalls(t *testing.T) {
	missing := nodetest.Procedures(t, ".")
	for _, row := range calls {
		delete(missing, row.name)
		t.Run(row.name, func(t *testing.T) { nodetest.Check(t, row.call, row.brings, row.has) })
	}
	assert.Empty(t, missing, "no line for these, want one for each in ring/ring_test.go")
}
