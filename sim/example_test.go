package sim_test

import (
	"context"
	"fmt"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/sim"
	"topocoll/topo"
)

// The example simulates a broadcast of 1000 words on a hypercube of 65536 nodes with ts = 10 µs and tw = 0.01
// µs. In the book its time is (ts + tw·m) log p. If the words are of type struct{}, no data is moved and no
// body waits, so there is enough memory for a million nodes.
func ExampleRun() {
	const p = 1 << 16
	machine := sim.Config{Ts: 10, Tw: 0.01, Network: topo.NewHypercube(p), Oblivious: true}
	result, err := sim.Run(context.Background(), p, machine, func(port comm.Port[struct{}]) error {
		return hcube.Bcast(comm.New(port), 0, make([]struct{}, 1000))
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Time, "µs")
	// Output:
	// 320 µs
}

// Timed charges Tr for every combined word.
func ExampleTimed() {
	machine := sim.Config{Ts: 10, Tw: 0.5, Tr: 0.25}
	result, err := sim.Run(context.Background(), 8, machine, func(port comm.Port[int64]) error {
		x, sum := make([]int64, 1000), make([]int64, 1000)
		return hcube.Allreduce(comm.New(port), sim.Timed(port, comm.Sum[int64]()), x, sum)
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Time, "µs: 3 steps of 10 + 500 + 250 µs")
	// Output:
	// 2280 µs: 3 steps of 10 + 500 + 250 µs
}
