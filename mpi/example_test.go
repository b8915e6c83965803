//go:build cgo

package mpi_test

import (
	"errors"
	"fmt"
	"log"

	"topocoll/comm"
	"topocoll/mpi"
	"topocoll/plan"
	"topocoll/ring"
)

// The example runs the procedure on real processes: mpirun -n 4 ./program.
func Example() {
	mpi.Run(func(world *mpi.World) error {
		c := comm.New(mpi.NewPort[float64](world))
		sum := make([]float64, 1)
		if err := ring.Allreduce(c, mpi.Sum[float64](), []float64{float64(world.Rank)}, sum); err != nil {
			return err // ends the job on all ranks
		}
		fmt.Println("rank", world.Rank, "has", sum[0])
		return nil
	})
}

// A compiled procedure is recorded at its first call. Every later call is one call into C, which does not
// allocate.
func Example_compiled() {
	mpi.OnWorld(func(world *mpi.World) { // the goroutine that called Init
		c := comm.New(mpi.NewPort[float64](world))
		allreduce := plan.Compile[float64](func(_ struct{}, c *comm.Comm[byte], op comm.Op[byte], in,
			out []byte) error {
			return ring.Allreduce(c, op, in, out)
		})
		x, sum := make([]float64, 1000), make([]float64, 1000)
		for step := range 3 {
			x[999] = float64(step)
			if err := allreduce.Call(c, struct{}{}, mpi.Sum[float64](), x, sum); err != nil {
				log.Println(err)
				world.Abort(1)
			}
			fmt.Println("step", step, "has the sum on every rank:", sum[999] == float64(step*world.Size))
		}
	})
	// Output:
	// step 0 has the sum on every rank: true
	// step 1 has the sum on every rank: true
	// step 2 has the sum on every rank: true
}

// The program computes while two sums make progress. Each rank may wait for them in a different order.
func Example_started() {
	mpi.OnWorld(func(world *mpi.World) {
		c := comm.New(mpi.NewPort[float64](world))
		allreduce := plan.Compile[float64](func(_ struct{}, c *comm.Comm[byte], op comm.Op[byte], in,
			out []byte) error {
			return ring.Allreduce(c, op, in, out)
		})
		x, sum, first := []float64{1}, make([]float64, 1), make([]float64, 1)
		a, err := allreduce.Start(c, struct{}{}, mpi.Sum[float64](), x, first)
		if err != nil {
			log.Fatal(err)
		}
		b, err := allreduce.Start(c, struct{}{}, mpi.Sum[float64](), x, sum)
		if err != nil {
			log.Fatal(err)
		}
		// The program computes here, and Test advances both sums.
		for over := false; !over && err == nil; {
			over, err = b.Test()
		}
		if err := errors.Join(err, a.Wait()); err != nil {
			log.Fatal(err)
		}
		fmt.Println(first[0] == float64(world.Size), sum[0] == float64(world.Size))
	})
	// Output:
	// true true
}
