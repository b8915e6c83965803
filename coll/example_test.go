package coll_test

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/topo"
)

// The example computes the average of a number that every rank has. Rank 0 broadcasts the number of decimals,
// and all ranks know the result.
func Example() {
	local.Run(4, func(port comm.AsyncPort[float64]) error {
		w, err := coll.New[float64](port)
		if err != nil {
			return err
		}
		mine, sum := []float64{float64(w.Label())}, []float64{0}
		if err := coll.Allreduce(w, comm.Sum[float64](), mine, sum); err != nil {
			return err
		}
		if w.Label() == 3 {
			fmt.Println("the average of 0, 1, 2 and 3 is", sum[0]/float64(w.Size()))
		}
		return nil
	})
	// Output: the average of 0, 1, 2 and 3 is 1.5
}

// The example computes while a sum of all ranks is in progress. In must not change before Wait returns.
func ExampleWorld_Start() {
	local.Run(4, func(port comm.AsyncPort[float64]) error {
		w, err := coll.New[float64](port)
		if err != nil {
			return err
		}
		x, sum := []float64{float64(w.Label())}, make([]float64, 1)
		request, err := w.Start(catalog.Allreduce,
			catalog.Args[float64]{Op: comm.Sum[float64](), In: x, Out: sum})
		if err != nil {
			return err
		}
		// other work
		if err := request.Wait(); err != nil {
			return err
		}
		if w.Label() == 0 {
			fmt.Println(sum[0])
		}
		return nil
	})
	// Output: 6
}

// The example merges structs with a user-defined operator. The operator does not need to commute.
func ExampleAllreduce_struct() {
	type span struct{ First, Last int }
	join := comm.OpFunc("join", false, func(a, b span) span { return span{a.First, b.Last} })
	local.Run(3, func(port comm.AsyncPort[span]) error {
		w, err := coll.New[span](port)
		if err != nil {
			return err
		}
		x, result := []span{{w.Label(), w.Label() + 1}}, make([]span, 1)
		err = coll.Allreduce(w, join, x, result)
		if w.Label() == 0 {
			fmt.Println(result[0])
		}
		return err
	})
	// Output: {0 3}
}

// In the example, every rank sends one block to each rank.
func ExampleAlltoall() {
	local.Run(3, func(port comm.AsyncPort[string]) error {
		w, err := coll.New[string](port)
		if err != nil {
			return err
		}
		all, result := make([]string, w.Size()), make([]string, w.Size())
		for to := range all {
			all[to] = fmt.Sprintf("%d>%d", w.Label(), to)
		}
		err = coll.Alltoall(w, all, result)
		if w.Label() == 1 {
			fmt.Println(result)
		}
		return err
	})
	// Output: [0>1 1>1 2>1]
}

// The example computes a floating-point sum whose bits do not depend on the algorithm.
func ExampleDeterministic() {
	local.Run(3, func(port comm.AsyncPort[float64]) error {
		w, err := coll.New[float64](port, coll.Deterministic())
		if err != nil {
			return err
		}
		x, sum := []float64{[]float64{1, 1e16, -1e16}[w.Label()]}, []float64{0}
		err = coll.Allreduce(w, comm.Sum[float64](), x, sum)
		if w.Label() == 0 {
			fmt.Println(sum[0], "is (1 + 1e16) - 1e16")
		}
		return err
	})
	// Output: 0 is (1 + 1e16) - 1e16
}

// The example finds the fastest algorithm for a megabyte on eight hosts in a ring.
func ExampleRank() {
	list, err :=
		coll.Rank(coll.Call{Op: catalog.Allgather, P: 8, Bytes: 1 << 20},
			coll.Machine{Network: topo.NewRing(8)})
	fmt.Println(list[0].ID, err)
	// Output: ring/allgather-bidir <nil>
}
