package pack_test

import (
	"fmt"

	"topocoll/topo"
	"topocoll/topo/pack"
)

// A 4x4 torus has four links at each host. Four trees from host 0 use all links at the same time. A broadcast
// therefore takes a quarter of the time that one link needs for the message.
func ExampleInto() {
	torus, err := topo.ParseFabric("torus:4x4")
	if err != nil {
		fmt.Println(err)
		return
	}
	n := pack.Into(torus.Network)
	fmt.Println(len(n.From(0).Trees), "trees")
	fmt.Println(n.Bounds().Bcast, "of the time of the message on one link")
	// Output:
	// 4 trees
	// 0.25 of the time of the message on one link
}
