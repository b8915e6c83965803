package tree_test

import (
	"fmt"

	"topocoll/comm"
	"topocoll/local"
	"topocoll/tree"
)

// A binomial tree (radix 2) adds the labels of 6 nodes in 3 steps.
func ExampleReduceKnomial() {
	err := local.Run(6, func(port comm.AsyncPort[int64]) error {
		c := comm.New[int64](port)
		sum := []int64{0}
		err := tree.ReduceKnomial(c, 0, 2, comm.Sum[int64](), []int64{int64(c.Label())}, sum)
		if c.Label() == 0 {
			fmt.Println(sum)
		}
		return err
	})
	fmt.Println(err)
	// Output:
	// [15]
	// <nil>
}
