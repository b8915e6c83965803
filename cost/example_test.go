package cost_test

import (
	"fmt"

	"topocoll/cost"
)

// The example computes the time of a broadcast of 1000 words to 8 nodes, with ts = 10 µs and tw = 0.01 µs.
// The time is (ts + tw·m) log p on a hypercube, and (ts + tw·m) ceil(p/2) on a ring.
func Example() {
	a := cost.Params{P: 8, M: 1000, Ts: 10, Tw: 0.01}
	fmt.Println(cost.HcubeBcast(a), cost.RingBcast(a))
	// Output:
	// 60 80
}

// With cut-through routing, scatter by recursive halving is faster on a ring and on a mesh than scatter from
// neighbour to neighbour, because it has fewer start-ups.
func ExampleMeshScatterHalving() {
	a := cost.Params{P: 64, M: 10, Ts: 10, Tw: 0.01, Th: 0.1, Mesh: []int{8, 8}}
	fmt.Printf("ring %.1f, by halving %.1f\n", cost.RingAllgather(a), cost.RingScatterHalving(a))
	fmt.Printf("mesh %.1f, by halving %.1f\n", cost.MeshAllgather(a), cost.MeshScatterHalving(a))
	// Output:
	// ring 642.6, by halving 72.6
	// mesh 147.7, by halving 67.7
}

// With too few parts the pipeline has little parallelism; with too many parts the start-ups dominate.
func ExampleBestPartsESBT() {
	a := cost.Params{P: 64, M: 1 << 20, Ts: 10, Tw: 0.01}
	best := int(cost.BestPartsESBT(a))
	for _, a.K = range []int{best / 8, best, best * 8} {
		fmt.Printf("%d parts: %.0f µs\n", a.K, cost.HcubeBcastESBT(a))
	}
	// Output:
	// 9 parts: 17626 µs
	// 79 parts: 12132 µs
	// 632 parts: 16965 µs
}
