package hcube_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/internal/nodetest"
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

// What every exported procedure does on a cube of four nodes, or on six nodes if it accepts any number: the upper line
// has the words of the nodes before the call, the lower line those after it. The root is node 1.
var calls = []struct {
	name        string
	call        nodetest.Call
	brings, has string
}{
	{"Bcast", inPlace(func(c node, x words) error { return hcube.Bcast(c, 1, x) }),
		"- | x | - | - | - | -",
		"x | x | x | x | x | x"},
	{"BcastScatter", inPlace(func(c node, x words) error { return hcube.BcastScatter(c, 1, x) }), // a part for each but the last
		"- - - | x y z | - - - | - - -",
		"x y z | x y z | x y z | x y z"},
	{"BcastTrees", inPlace(func(c node, x words) error { return hcube.BcastTrees(c, 1, x) }), // parts "x y", "z"
		"- - - | x y z | - - - | - - -",
		"x y z | x y z | x y z | x y z"},
	{"BcastESBT", inPlace(func(c node, x words) error { return hcube.BcastESBT(c, 1, 1, x) }), // chunks "x", "y", "z"
		"- - - | x y z | - - - | - - -",
		"x y z | x y z | x y z | x y z"},
	{"SendParts", inPlace(func(c node, x words) error { return hcube.SendParts(c, 0, 3, x) }), // a part over node 1, the other over 2
		"x y z | - - - | - - - | - - -",
		"x y z | x y - | - - z | x y z"},

	{"Reduce", func(c node, x, result words) error { return hcube.Reduce(c, 1, concat, x, result) },
		"a | b      | c | d | e | f",
		"  | abcdef |   |   |   |  "},
	{"ReduceGather", func(c node, x, result words) error { return hcube.ReduceGather(c, 1, union, x, result) },
		"a e | b f       | c g | d h",
		"    | abcd efgh |     |    "},

	{"Allgather", hcube.Allgather[string],
		"a           | b           | c           | d           | e           | f          ",
		"a b c d e f | a b c d e f | a b c d e f | a b c d e f | a b c d e f | a b c d e f"},
	{"Allgatherv", inPlace(func(c node, x words) error { return hcube.Allgatherv(c, uneven, x) }),
		"a - - - | - b b - | - - - - | - - - d",
		"a b b d | a b b d | a b b d | a b b d"},

	{"ReduceScatter", func(c node, all, mine words) error { return hcube.ReduceScatter(c, union, all, mine) },
		"a e i m | b f j n | c g k o | d h l p",
		"abcd    | efgh    | ijkl    | mnop   "},
	{"ReduceScatterv", func(c node, all, mine words) error { return hcube.ReduceScatterv(c, union, uneven, all, mine) },
		"a e i m | b f j n   | c g k o | d h l p",
		"abcd    | efgh ijkl |         | mnop   "},

	{"Allreduce", func(c node, x, result words) error { return hcube.Allreduce(c, concat, x, result) },
		"a      | b      | c      | d      | e      | f     ",
		"abcdef | abcdef | abcdef | abcdef | abcdef | abcdef"},
	{"AllreduceRabenseifner", func(c node, x, result words) error { return hcube.AllreduceRabenseifner(c, union, x, result) },
		"a      | b      | c      | d      | e      | f     ",
		"abcdef | abcdef | abcdef | abcdef | abcdef | abcdef"},
	{"AllreduceReduceBcast", func(c node, x, result words) error { return hcube.AllreduceReduceBcast(c, concat, x, result) },
		"a      | b      | c      | d      | e      | f     ",
		"abcdef | abcdef | abcdef | abcdef | abcdef | abcdef"},
	{"Scan", func(c node, x, result words) error { return hcube.Scan(c, concat, x, result) },
		"a | b  | c   | d    | e     | f     ",
		"a | ab | abc | abcd | abcde | abcdef"},
	{"Exscan", func(c node, x, result words) error { return hcube.Exscan(c, concat, x, result) },
		"a | b | c  | d   | e    | f    ",
		"- | a | ab | abc | abcd | abcde"},

	{"Scatter", func(c node, all, mine words) error { return hcube.Scatter(c, 1, all, mine) },
		"  | a b c d e f |   |   |   |  ",
		"a | b           | c | d | e | f"},
	{"Scatterv", func(c node, all, mine words) error { return hcube.Scatterv(c, 1, uneven, all, mine) },
		"  | a b c d |   |  ",
		"a | b c     |   | d"},
	{"Gather", func(c node, mine, all words) error { return hcube.Gather(c, 1, mine, all) },
		"a | b           | c | d | e | f",
		"  | a b c d e f |   |   |   |  "},
	{"Gatherv", func(c node, mine, all words) error { return hcube.Gatherv(c, 1, uneven, mine, all) },
		"a | b c     |   | d",
		"  | a b c d |   |  "},

	{"Alltoall", hcube.Alltoall[string], // the word from node i to node j is i>j
		"0>0 0>1 0>2 0>3 | 1>0 1>1 1>2 1>3 | 2>0 2>1 2>2 2>3 | 3>0 3>1 3>2 3>3",
		"0>0 1>0 2>0 3>0 | 0>1 1>1 2>1 3>1 | 0>2 1>2 2>2 3>2 | 0>3 1>3 2>3 3>3"},
	{"AlltoallECube", hcube.AlltoallECube[string],
		"0>0 0>1 0>2 | 1>0 1>1 1>2 | 2>0 2>1 2>2",
		"0>0 1>0 2>0 | 0>1 1>1 2>1 | 0>2 1>2 2>2"},

	{"Shift", func(c node, x, result words) error { return hcube.Shift(c, 3, x, result) }, // by 2 and by 1
		"a | b | c | d",
		"b | c | d | a"},
	{"ShiftSigned", func(c node, x, result words) error { return hcube.ShiftSigned(c, 3, x, result) }, // by -1
		"a | b | c | d",
		"b | c | d | a"},
	{"ShiftECube", func(c node, x, result words) error { return hcube.ShiftECube(c, 2, x, result) },
		"a | b | c | d | e | f",
		"e | f | a | b | c | d"},

	{"Barrier", nodetest.Came(hcube.Barrier[string]),
		"  |   |   |   |   |  ",
		"6 | 6 | 6 | 6 | 6 | 6"},
	{"BarrierButterfly", nodetest.Came(hcube.BarrierButterfly[string]),
		"  |   |   |   |   |  ",
		"6 | 6 | 6 | 6 | 6 | 6"},
}

func TestCalls(t *testing.T) {
	missing := nodetest.Procedures(t, ".")
	for _, row := range calls {
		delete(missing, row.name)
		t.Run(row.name, func(t *testing.T) { nodetest.Check(t, row.call, row.brings, row.has) })
	}
	assert.Empty(t, missing, "no line for these, want one for each in hcube/hcube_test.go")
}
