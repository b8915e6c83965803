package ring_test

import (
	"fmt"

	"topocoll/comm"
	"topocoll/local"
	"topocoll/ring"
)

// Before the call every node has one word; after the call it has the words of all nodes.
func ExampleAllgather() {
	err := local.Run(4, func(port comm.AsyncPort[string]) error {
		c := comm.New[string](port)
		mine, all := []string{string(rune('a' + c.Label()))}, make([]string, 4)
		if err := ring.Allgather(c, mine, all); err != nil {
			return err
		}
		if c.Label() == 2 {
			fmt.Println(all)
		}
		return nil
	})
	fmt.Println(err)
	// Output:
	// [a b c d]
	// <nil>
}

// An invalid argument results in an error that names the argument, its value and the accepted values. Nothing
// is sent.
func ExampleBcast_refused() {
	err := local.Run(1, func(port comm.AsyncPort[int]) error {
		return ring.Bcast(comm.New[int](port), 9, make([]int, 3))
	})
	fmt.Println(err)
	// Output:
	// ring: Bcast: root 9, want 0..0
}
