package network_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/internal/nodetest"
	"topocoll/network"
	"topocoll/topo"
	"topocoll/topo/pack"
)

type (
	node  = *comm.Comm[string]
	words = []string
)

var (
	ring = pack.Into(topo.NewRing(4))
	star = pack.Into(topo.NewStar(4))

	inPlace = nodetest.InPlace
	union   = nodetest.Union() // commutes: "ab" whatever comes first
)

// What every exported procedure does: the upper line has the words of the nodes before the call, the lower line those after
// it. The root is node 1.
var calls = []struct {
	name        string
	call        nodetest.Call
	brings, has string
}{
	{"Bcast", inPlace(func(c node, x words) error { return network.Bcast(c, ring, 1, x) }), // "x" one way round, "y z" the other one
		"- - - | x y z | - - - | - - -",
		"x y z | x y z | x y z | x y z"},
	{"Reduce", func(c node, x, result words) error { return network.Reduce(c, ring, 1, union, x, result) },
		"a e | b f       | c g | d h",
		"    | abcd efgh |     |    "},
	{"Allgather", func(c node, mine, result words) error { return network.Allgather(c, star, mine, result) },
		"a       | b       | c       | d      ",
		"a b c d | a b c d | a b c d | a b c d"},
	{"ReduceScatter", func(c node, all, mine words) error { return network.ReduceScatter(c, ring, union, all, mine) },
		"a b c d | e f g h | i j k l | m n o p",
		"aeim    | bfjn    | cgko    | dhlp   "},
	{"Allreduce", func(c node, x, result words) error { return network.Allreduce(c, ring, union, x, result) },
		"a e       | b f       | c g       | d h      ",
		"abcd efgh | abcd efgh | abcd efgh | abcd efgh"},
	{"AllreduceRooted", func(c node, x, result words) error { return network.AllreduceRooted(c, star, union, x, result) },
		"a e       | b f       | c g       | d h      ",
		"abcd efgh | abcd efgh | abcd efgh | abcd efgh"},
	{"Scatter", func(c node, all, mine words) error { return network.Scatter(c, ring, 1, all, mine) },
		"  | a b c d |   |  ",
		"a | b       | c | d"},
	{"Gather", func(c node, mine, all words) error { return network.Gather(c, ring, 1, mine, all) },
		"a | b       | c | d",
		"  | a b c d |   |  "},
	{"Alltoall", func(c node, all, result words) error { return network.Alltoall(c, ring, all, result) },
		"a b c d | e f g h | i j k l | m n o p",
		"a e i m | b f j n | c g k o | d h l p"},
}

func TestCalls(t *testing.T) {
	missing := nodetest.Procedures(t, ".")
	for _, row := range calls {
		delete(missing, row.name)
		t.Run(row.name, func(t *testing.T) { nodetest.Check(t, row.call, row.brings, row.has) })
	}
	assert.Empty(t, missing, "no line for these, want one for each in network/network_test.go")
}
