package circulant_test

import (
	"fmt"

	"topocoll/circulant"
	"topocoll/comm"
	"topocoll/local"
)

// Five nodes need ceil(log2 5) = 3 steps, although 5 is not a power of two.
func ExampleAllgather() {
	err := local.Run(5, func(port comm.AsyncPort[string]) error {
		c := comm.New[string](port)
		all := make([]string, 5)
		err := circulant.Allgather(c, []string{string(rune('a' + c.Label()))}, all)
		if c.Label() == 3 {
			fmt.Println(all)
		}
		return err
	})
	fmt.Println(err)
	// Output:
	// [a b c d e]
	// <nil>
}
