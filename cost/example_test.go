package cost_test

import (
	"fmt"

	"topocoll/cost"
)

// A broadcast of 1000 words to 8 nodes, ts = 10 µs and tw = 0.01 µs: (ts + tw·m) log p on a hypercube,
// (ts + tw·m) ceil(p/2) on a ring.
func Example() {
	a := cost.Params{P: 8, M: 1000, Ts: 10, Tw: 0.01}
	fmt.Println(cost.HcubeBcast(a), cost.RingBcast(a))
	// Output:
	// 60 80
}

// The time of operations on blocks of 1000 words on 64 nodes, beside the lower bound for any network; the last line is
// for a ring that sends in one direction.
func Example_bounds() {
	a := cost.Params{P: 64, M: 1000, Ts: 10, Tw: 0.01}
	whole := a
	whole.M = 64 * a.M // the vector of an allreduce whose parts are the blocks
	fmt.Println("bcast, unsplit   ", cost.HcubeBcast(a), cost.BcastBound(a))
	fmt.Println("reduce           ", cost.HcubeBcast(a), cost.ReduceBound(a))
	fmt.Println("allgather        ", cost.HcubeAllgather(a), cost.AllgatherBound(a))
	fmt.Println("allreduce        ", cost.HcubeBcastScatterAllgather(whole), cost.AllreduceBound(whole))
	fmt.Println("scatter          ", cost.HcubeAllgather(a), cost.ScatterBound(a))
	fmt.Println("alltoall         ", cost.HcubeAlltoallECube(a), cost.AlltoallBound(a))
	fmt.Println("alltoall, one way", cost.RingAlltoall(a), cost.RingAlltoallBound(a))
	// Output:
	// bcast, unsplit    120 120
	// reduce            120 70
	// allgather         690 630
	// allreduce         1380 1320
	// scatter           690 690
	// alltoall          1260 630
	// alltoall, one way 20790 20160
}

// The worst distance for every way to shift, on 64 nodes.
func Example_shift() {
	a := cost.Params{P: 64, M: 1000, Ts: 10, Tw: 0.01, Mesh: []int{8, 8}}
	fmt.Println("ring                 ", cost.RingShiftWorst(a))
	fmt.Println("mesh, at most        ", cost.MeshShiftBound(a))
	fmt.Println("hypercube, Gray code ", cost.HcubeShiftGrayWorst(a))
	fmt.Println("hypercube, signed    ", cost.HcubeShiftSignedWorst(a))
	// Output:
	// ring                  640
	// mesh, at most         180
	// hypercube, Gray code  220
	// hypercube, signed     120
}

// With cut-through routing the halving of the hypercube is faster on a ring and on a mesh than the scatter from neighbour to
// neighbour: it has fewer start-ups.
func ExampleMeshScatterHalving() {
	a := cost.Params{P: 64, M: 10, Ts: 10, Tw: 0.01, Th: 0.1, Mesh: []int{8, 8}}
	fmt.Printf("ring %.1f, by halving %.1f\n", cost.RingAllgather(a), cost.RingScatterHalving(a))
	fmt.Printf("mesh %.1f, by halving %.1f\n", cost.MeshAllgather(a), cost.MeshScatterHalving(a))
	// Output:
	// ring 642.6, by halving 72.6
	// mesh 147.7, by halving 67.7
}

// With too few parts the pipeline is short of parallelism; with too many, the start-ups dominate.
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
