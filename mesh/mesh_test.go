package mesh_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/internal/nodetest"
	"topocoll/mesh"
	"topocoll/topo"
)

type (
	node  = *comm.Comm[string]
	words = []string
)

var (
	wide   = topo.Mesh{2, 3} // rows 0 1 2 and 3 4 5
	square = topo.Mesh{2, 2} // rows 0 1 and 2 3

	inPlace = nodetest.InPlace
	concat  = comm.Concat()    // keeps the order: "ab" is not "ba"
	union   = nodetest.Union() // commutes: "ab" whatever comes first
	uneven  = comm.CountBlocks([]int{1, 2, 0, 1})
)

// What every exported procedure does: the upper line has the words of the nodes before the call, row by row of the
// mesh, the lower line those after it. The root is node 1.
var calls = []struct {
	name        string
	call        nodetest.Call
	brings, has string
}{
	{"Bcast", inPlace(func(c node, x words) error { return mesh.Bcast(c, wide, 1, x) }),
		"- | x | - / - | - | -",
		"x | x | x / x | x | x"},
	{"BcastDoubling", inPlace(func(c node, x words) error { return mesh.BcastDoubling(c, wide, 1, x) }),
		"- | x | - / - | - | -",
		"x | x | x / x | x | x"},
	{"BcastScatter", inPlace(func(c node, x words) error { return mesh.BcastScatter(c, square, 1, x) }), // parts "x", "y", "z", none
		"- - - | x y z / - - - | - - -",
		"x y z | x y z / x y z | x y z"},
	{"BcastTrees", inPlace(func(c node, x words) error { return mesh.BcastTrees(c, square, 1, 1, x) }),
		"- - - | x y z / - - - | - - -",
		"x y z | x y z / x y z | x y z"},

	{"Reduce", func(c node, x, result words) error { return mesh.Reduce(c, wide, 1, concat, x, result) },
		"a | b      | c / d | e | f",
		"  | abcdef |   /   |   |  "},
	{"ReduceDoubling", func(c node, x, result words) error { return mesh.ReduceDoubling(c, wide, 1, concat, x, result) },
		"a | b      | c / d | e | f",
		"  | abcdef |   /   |   |  "},

	{"Allgather", func(c node, mine, result words) error { return mesh.Allgather(c, wide, mine, result) },
		"a           | b           | c           / d           | e           | f          ",
		"a b c d e f | a b c d e f | a b c d e f / a b c d e f | a b c d e f | a b c d e f"},
	{"AllgatherBidirectional", func(c node, mine, result words) error { return mesh.AllgatherBidirectional(c, wide, mine, result) },
		"a           | b           | c           / d           | e           | f          ",
		"a b c d e f | a b c d e f | a b c d e f / a b c d e f | a b c d e f | a b c d e f"},
	{"AllgatherCrossed", func(c node, mine, result words) error { return mesh.AllgatherCrossed(c, wide, mine, result) },
		"a           | b           | c           / d           | e           | f          ",
		"a b c d e f | a b c d e f | a b c d e f / a b c d e f | a b c d e f | a b c d e f"},
	{"Allgatherv", inPlace(func(c node, x words) error { return mesh.Allgatherv(c, square, uneven, x) }),
		"a - - - | - b b - / - - - - | - - - d",
		"a b b d | a b b d / a b b d | a b b d"},

	{"ReduceScatter", func(c node, all, mine words) error { return mesh.ReduceScatter(c, square, union, all, mine) },
		"a e i m | b f j n / c g k o | d h l p",
		"abcd    | efgh    / ijkl    | mnop   "},
	{"ReduceScatterBidirectional", func(c node, all, mine words) error {
		return mesh.ReduceScatterBidirectional(c, square, union, all, mine)
	},
		"a e i m | b f j n / c g k o | d h l p",
		"abcd    | efgh    / ijkl    | mnop   "},
	{"ReduceScatterCrossed", func(c node, all, mine words) error { return mesh.ReduceScatterCrossed(c, square, union, all, mine) },
		"a e i m | b f j n / c g k o | d h l p",
		"abcd    | efgh    / ijkl    | mnop   "},
	{"ReduceScatterv", func(c node, all, mine words) error { return mesh.ReduceScatterv(c, square, union, uneven, all, mine) },
		"a e i m | b f j n   / c g k o | d h l p",
		"abcd    | efgh ijkl /         | mnop   "},

	{"Allreduce", func(c node, x, result words) error { return mesh.Allreduce(c, wide, union, x, result) },
		"a      | b      | c      / d      | e      | f     ",
		"abcdef | abcdef | abcdef / abcdef | abcdef | abcdef"},
	{"AllreduceBidirectional", func(c node, x, result words) error { return mesh.AllreduceBidirectional(c, wide, union, x, result) },
		"a      | b      | c      / d      | e      | f     ",
		"abcdef | abcdef | abcdef / abcdef | abcdef | abcdef"},
	{"AllreduceCrossed", func(c node, x, result words) error { return mesh.AllreduceCrossed(c, wide, union, x, result) },
		"a      | b      | c      / d      | e      | f     ",
		"abcdef | abcdef | abcdef / abcdef | abcdef | abcdef"},
	{"AllreduceReduceBcast", func(c node, x, result words) error { return mesh.AllreduceReduceBcast(c, wide, concat, x, result) },
		"a      | b      | c      / d      | e      | f     ",
		"abcdef | abcdef | abcdef / abcdef | abcdef | abcdef"},
	{"Scan", func(c node, x, result words) error { return mesh.Scan(c, wide, concat, x, result) },
		"a | b  | c   / d    | e     | f     ",
		"a | ab | abc / abcd | abcde | abcdef"},
	{"Exscan", func(c node, x, result words) error { return mesh.Exscan(c, wide, concat, x, result) },
		"a | b | c  / d   | e    | f    ",
		"- | a | ab / abc | abcd | abcde"},

	{"Scatter", func(c node, all, mine words) error { return mesh.Scatter(c, wide, 1, all, mine) },
		"  | a b c d e f |   /   |   |  ",
		"a | b           | c / d | e | f"},
	{"Gather", func(c node, mine, all words) error { return mesh.Gather(c, wide, 1, mine, all) },
		"a | b           | c / d | e | f",
		"  | a b c d e f |   /   |   |  "},
	{"Alltoall", func(c node, all, result words) error { return mesh.Alltoall(c, square, all, result) }, // from node i to node j: i>j
		"0>0 0>1 0>2 0>3 | 1>0 1>1 1>2 1>3 / 2>0 2>1 2>2 2>3 | 3>0 3>1 3>2 3>3",
		"0>0 1>0 2>0 3>0 | 0>1 1>1 2>1 3>1 / 0>2 1>2 2>2 3>2 | 0>3 1>3 2>3 3>3"},
	{"AlltoallCrossed", func(c node, all, result words) error { return mesh.AlltoallCrossed(c, square, all, result) },
		"0>0 0>1 0>2 0>3 | 1>0 1>1 1>2 1>3 / 2>0 2>1 2>2 2>3 | 3>0 3>1 3>2 3>3",
		"0>0 1>0 2>0 3>0 | 0>1 1>1 2>1 3>1 / 0>2 1>2 2>2 3>2 | 0>3 1>3 2>3 3>3"},

	{"Shift", func(c node, x, result words) error { return mesh.Shift(c, wide, 1, x, result) }, // by label: 2 to 3, 5 to 0
		"a | b | c / d | e | f",
		"f | a | b / c | d | e"},
	{"Shift", func(c node, x, result words) error { return mesh.Shift(c, wide, -1, x, result) },
		"a | b | c / d | e | f",
		"b | c | d / e | f | a"},
}

func TestCalls(t *testing.T) {
	missing := nodetest.Procedures(t, ".")
	for _, row := range calls {
		delete(missing, row.name)
		t.Run(row.name, func(t *testing.T) { nodetest.Check(t, row.call, row.brings, row.has) })
	}
	assert.Empty(t, missing, "no line for these, want one for each in mesh/mesh_test.go")
}
