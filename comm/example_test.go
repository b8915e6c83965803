package comm_test

import (
	"fmt"

	"topocoll/comm"
	"topocoll/local"
	"topocoll/ring"
)

// A procedure needs only a Comm. The Comm keeps the first error, and later calls do nothing.
func ExampleComm() {
	sendRound := func(c *comm.Comm[int], x []int) error {
		p, me := c.Size(), c.Label()
		got := make([]int, len(x))
		c.SendRecv((me+1)%p, x, (me+p-1)%p, got)
		copy(x, got)
		return c.Err()
	}
	words := []int{10, 11, 12, 13}
	err := local.Run(4, func(port comm.AsyncPort[int]) error {
		return sendRound(comm.New[int](port), words[port.Rank():][:1])
	})
	fmt.Println(words, err)
	// Output:
	// [13 10 11 12] <nil>
}

// Map gives the processes different labels. In this example the last process becomes node 0.
func ExampleMap() {
	labels := []int{3, 2, 1, 0} // label -> process
	err := local.Run(4, func(port comm.AsyncPort[int]) error {
		c, err := comm.Map(comm.New[int](port), labels)
		if err == nil && c.Label() == 0 {
			fmt.Println("node 0 is process", port.Rank())
		}
		return err
	})
	fmt.Println(err)
	// Output:
	// node 0 is process 3
	// <nil>
}

// A message of 10 words is divided into 4 blocks, whose sizes differ by at most one.
func ExampleSplitBlocks() {
	blocks := comm.SplitBlocks(4, 10)
	x := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for i := range 4 {
		fmt.Print(comm.Block(blocks, x, i), " ")
	}
	// Output:
	// [0 1 2] [3 4 5] [6 7] [8 9]
}

// OpFunc returns an operator that applies a function. In this example, the operator finds the largest value
// and the process that has it.
func ExampleOpFunc() {
	type place struct {
		Value float64
		Rank  int
	}
	larger := comm.OpFunc("larger", true, func(a, b place) place {
		if b.Value > a.Value {
			return b
		}
		return a
	})
	err := local.Run(4, func(port comm.AsyncPort[place]) error {
		c, most := comm.New[place](port), make([]place, 1)
		mine := []float64{2, 7, 1, 8}[c.Label()]
		err := ring.Reduce(c, 0, larger, []place{{mine, c.Label()}}, most)
		if c.Label() == 0 {
			fmt.Println(most[0].Value, "on process", most[0].Rank)
		}
		return err
	})
	fmt.Println(err)
	// Output:
	// 8 on process 3
	// <nil>
}

// The example applies the operators of package comm. A user-defined operator is also an Op. Concat does not
// commute, so its result shows every operand and the order of the operands.
func ExampleOp() {
	for _, op := range []comm.Op[int64]{comm.Sum[int64](), comm.Prod[int64](), comm.Max[int64](),
		comm.Min[int64]()} {
		all := make([]int64, 1)
		op.Apply(all, []int64{6}, []int64{7})
		fmt.Println(op.Name, all[0])
	}
	op, all := comm.Concat(), make([]string, 1)
	op.Apply(all, []string{"lower"}, []string{"higher"})
	fmt.Println(op.Name, all[0], op.Commutative)
	// Output:
	// sum 13
	// prod 42
	// max 7
	// min 6
	// concat lowerhigher false
}
