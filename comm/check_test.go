package comm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/local"
)

// The error of a refused call names the procedure, the given value and the accepted values. The communicator
// has four labels.
func TestRefusals(t *testing.T) {
	assert.NoError(t, local.Run(4, func(port comm.AsyncPort[int64]) error {
		c, sum := comm.New[int64](port), comm.Sum[int64]()
		noOp, ordered := comm.Op[int64]{Name: "mine"}, comm.Op[int64]{Name: "ordered", Apply: sum.Apply}
		one, two, four := make([]int64, 1), make([]int64, 2), make([]int64, 4)
		for _, refused := range []struct {
			err  error
			says string
		}{
			{comm.CheckRoot("x", 9, 4), "x: root 9, want 0..3"},
			{comm.CheckRoot("x", -1, 4), "x: root -1, want 0..3"},
			{comm.CheckLen("x", "result", 1, 2), "x: result has 1 words, want 2"},
			{comm.CheckSegment("x", -1), "x: a segment of -1 words, want 1 or more, or 0 for the default length"},
			{comm.CheckBlocks("x", comm.EqualBlocks(3, 1), 4), "x: 3 blocks, want 4"},
			{comm.CheckBlocks("x", comm.EqualBlocks(4, -1), 4), "x: a block of -1 words, want 0 or more"},
			{comm.OpFunc[int]("mine", true, nil).Check("x"),
				`x: op "mine" has no Apply function; use an operator that has one`},
			{noOp.Check("x"), `x: op "mine" has no Apply function; use an operator that has one`},
			{comm.Op[int]{}.Check("x"), "x: the operator is missing; pass one such as comm.Sum"},
			{ordered.CheckCommutes("x"),
				`x: op "ordered" does not commute, but this algorithm combines out of label order; ` +
					`use an operator that commutes`},
			{comm.CheckReduce("x", c, 0, sum, two, one), "x: result has 1 words, want 2"},
			{comm.CheckScatter("x", c, 0, comm.EqualBlocks(4, 1), two, one), "x: all has 2 words, want 4"},
			{comm.CheckScatter("x", c, 0, comm.EqualBlocks(4, 1), four, two), "x: mine has 2 words, want 1"},
			{comm.CheckAllgather("x", c, comm.EqualBlocks(4, 1), one, two), "x: result has 2 words, want 4"},
			{comm.CheckAlltoallv("x", c, comm.EqualBlocks(4, 1), comm.EqualBlocks(4, 0), four, nil),
				"x: this node's block of result has 0 words, want 1"},
			{comm.CheckAllgather("x", c, comm.EqualBlocks(4, 2), one, four), "x: mine has 1 words, want 2"},
			{comm.CheckReduceScatter("x", c, sum, comm.EqualBlocks(4, 1), one, one), "x: all has 1 words, want 4"},
			{comm.CheckReduceScatter("x", c, sum, comm.EqualBlocks(4, 2), one, two),
				"x: all has 1 words, want 8"},
			{comm.CheckAllreduce("x", sum, four, one), "x: result has 1 words, want 4"},
			{comm.CheckAlltoall("x", c, two, two), "x: all has 2 words, want a multiple of 4"},
		} {
			assert.EqualError(t, refused.err, refused.says)
			assert.ErrorIs(t, refused.err, comm.ErrArgument)
		}
		return nil
	}))
}
