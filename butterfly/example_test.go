package butterfly_test

import (
	"fmt"

	"topocoll/butterfly"
	"topocoll/comm"
	"topocoll/local"
)

// With radix 3, nine nodes need two steps. In each step a node exchanges its sum with two other nodes.
func ExampleAllreduce() {
	err := local.Run(9, func(port comm.AsyncPort[int64]) error {
		c := comm.New[int64](port)
		sum := []int64{0}
		err := butterfly.Allreduce(c, comm.Sum[int64](), 3, []int64{int64(c.Label())}, sum)
		if c.Label() == 8 {
			fmt.Println(sum)
		}
		return err
	})
	fmt.Println(err)
	// Output:
	// [36]
	// <nil>
}
