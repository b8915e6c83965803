//go:build cgo

package mpi_test

import (
	"fmt"
	"log"

	"topocoll/comm"
	"topocoll/mpi"
	"topocoll/ring"
)

// The same procedure on real processes: mpirun -n 4 ./program.
func Example() {
	world, err := mpi.Init()
	if err != nil {
		log.Fatal(err)
	}
	c := comm.New[float64](mpi.NewPort[float64](world))
	sum := make([]float64, 1)
	if err := ring.Allreduce(c, mpi.Sum[float64]().Op, []float64{float64(world.Rank)}, sum); err != nil {
		log.Println(err)
		world.Abort(1)
	}
	fmt.Println("rank", world.Rank, "has", sum[0])
	if err := world.Finalize(); err != nil {
		log.Fatal(err)
	}
}
