package network_test

import (
	"fmt"
	"strings"

	"topocoll/comm"
	"topocoll/local"
	"topocoll/network"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// The network is given as a list of links: two pairs of nodes, each pair on a switch, and a cable between the
// switches.
func ExampleBcast() {
	links, err := topo.ReadNetwork("dumbbell", strings.NewReader("h0 s0\nh1 s0\nh2 s1\nh3 s1\ns0 s1\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	n := pack.Into(links)
	err = local.Run(4, func(port comm.AsyncPort[int64]) error {
		x := []int64{0}
		if port.Rank() == 2 {
			x[0] = 42
		}
		if err := network.Bcast(comm.New[int64](port), n, 2, x); err != nil {
			return err
		}
		if port.Rank() == 0 {
			fmt.Println(x)
		}
		return nil
	})
	fmt.Println(err)
	// Output:
	// [42]
	// <nil>
}
