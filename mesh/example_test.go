package mesh_test

import (
	"fmt"

	"topocoll/comm"
	"topocoll/local"
	"topocoll/mesh"
	"topocoll/topo"
)

// Six processes are a 2 x 3 mesh: the first row is 0 1 2.
func ExampleReduce() {
	err := local.Run(6, func(port comm.AsyncPort[int64]) error {
		c := comm.New[int64](port)
		sum := make([]int64, 1)
		if err := mesh.Reduce(c, topo.Mesh{2, 3}, 0, comm.Sum[int64](), []int64{int64(c.Label())},
			sum); err != nil {
			return err
		}
		if c.Label() == 0 {
			fmt.Println("0+1+2+3+4+5 =", sum[0])
		}
		return nil
	})
	fmt.Println(err)
	// Output:
	// 0+1+2+3+4+5 = 15
	// <nil>
}

// Blocks may have any lengths: here process i gets the sums of i words.
func ExampleReduceScatter_counts() {
	blocks := comm.CountBlocks([]int{0, 1, 2, 3})
	err := local.Run(4, func(port comm.AsyncPort[int64]) error {
		c := comm.New[int64](port)
		all, mine := []int64{1, 2, 3, 4, 5, 6}, make([]int64, c.Label())
		if err := mesh.ReduceScatter(c, topo.Mesh{2, 2}, comm.Sum[int64](), all, mine, blocks); err != nil {
			return err
		}
		if c.Label() == 3 {
			fmt.Println(mine)
		}
		return nil
	})
	fmt.Println(err)
	// Output:
	// [16 20 24]
	// <nil>
}
