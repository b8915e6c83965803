package sim_test

import (
	"context"
	"fmt"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/sim"
	"topocoll/topo"
)

// What a broadcast of 1000 words takes on a hypercube of a million nodes with ts = 10 µs and tw = 0.01 µs, which is
// (ts + tw·m) log p in the book. The words are struct{}: nothing is moved, and a million nodes fit.
func ExampleRun() {
	const p = 1 << 20
	machine := sim.Config{Ts: 10, Tw: 0.01, Network: topo.NewHypercube(p)}
	result, err := sim.Run(context.Background(), p, machine, func(port comm.Port[struct{}]) error {
		return hcube.Bcast(comm.New(port), 0, make([]struct{}, 1000))
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Time, "µs")
	// Output:
	// 400 µs
}
