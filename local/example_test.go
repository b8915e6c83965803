package local_test

import (
	"fmt"

	"topocoll/comm"
	"topocoll/local"
)

// Two nodes that both send first wait for each other. MPI buffers short messages, so under MPI such a program
// hangs only above the eager limit. Package local detects it at any length, and its error names the waiting
// messages.
func ExampleRun_deadlock() {
	err := local.Run(2, func(port comm.AsyncPort[int]) error {
		c := comm.New[int](port)
		c.Send(1-c.Label(), []int{c.Label()})
		c.Recv(1-c.Label(), make([]int, 1))
		return c.Err()
	})
	fmt.Println(err != nil)
	// Output:
	// true
}
