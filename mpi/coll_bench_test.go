//go:build cgo

package mpi_test

import (
	"fmt"
	"slices"
	"testing"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/mpi"
)

// BenchmarkCallsOfColl measures the overhead of a call by package coll. It compares the call with a direct
// call of the same compiled procedure, and with the native call. The contenders alternate in short samples,
// so a loaded machine slows them equally. The fastest sample of each contender is compared.
//
//	go test -c -o /tmp/mpi.test ./mpi &&
//	mpirun -n 2 /tmp/mpi.test -test.run '^$' -test.bench CallsOfColl -test.benchtime 1x
func BenchmarkCallsOfColl(b *testing.B) {
	if b.N > 1 {
		return // the ranks must make the same number of calls
	}
	mpi.OnWorld(func(world *mpi.World) {
		for _, op := range catalog.Collectives() {
			if op == catalog.Shift {
				continue // MPI has no such call
			}
			for bytes := 8; bytes <= 1<<16; bytes *= 8 {
				if err := compareCalls(b, world, op, bytes); err != nil {
					b.Fatal(err)
				}
				if op == catalog.Barrier {
					break
				}
			}
		}
	})
}

// compareCalls times the contenders of one operation and size, and prints their fastest samples.
func compareCalls(b *testing.B, world *mpi.World, op catalog.Collective, bytes int) error {
	const samples = 200
	calls := max(20, 2000-bytes/16)
	port := mpi.NewPort[float64](world)
	defer port.Free()
	c := comm.New(port)
	w, err := coll.Of(c)
	if err != nil {
		return err
	}
	m := bytes / 8
	in := make([]float64, op.In(c.Size(), m, world.Rank, 0))
	out := make([]float64, op.Out(c.Size(), m, world.Rank, 0))
	sum := mpi.Sum[float64]()
	args := catalog.Args[float64]{In: in, Out: out}
	if op == catalog.Bcast {
		args.In = nil
	}
	if op.Reduces() {
		args.Op = sum
	}
	chosen, err := w.Choice(op, args)
	if err != nil {
		return err
	}
	plain, _ := catalog.Find[float64](chosen.ID)
	row := catalog.Compiled(plain)
	prepared, err := w.Prepare(op, args)
	if err != nil {
		return err
	}
	direct := args
	direct.Mesh, direct.Segment, direct.PlanSegment = chosen.Mesh, chosen.Segment/8, chosen.Segment/8
	contenders := []struct {
		name string
		call func() error
	}{
		{"coll", collCall(w, op, sum, in, out)},
		{"direct", func() error { return row.Run(c, direct) }},
		{"prepared", func() error { return prepared.Call(args.In, args.Out) }},
		{"native", nativeCall(port, op, sum, in, out)},
	}
	times := make([][]float64, len(contenders))
	for sample := range samples {
		for k := range contenders {
			i := (k + sample) % len(contenders)
			if err := mpi.Barrier(port); err != nil {
				return err
			}
			start := mpi.Now()
			for range calls {
				if err := contenders[i].call(); err != nil {
					return err
				}
			}
			times[i] = append(times[i], float64(mpi.Now()-start)/float64(calls))
		}
	}
	if world.Rank > 0 {
		return nil
	}
	for i := range times {
		slices.Sort(times[i])
	}
	fmt.Printf("%-13s %6d B  %-22s", op, bytes, chosen.ID)
	for i, contender := range contenders {
		fmt.Printf("  %s %.0f ns", contender.name, times[i][0])
	}
	fmt.Println()
	for _, at := range []int{0, samples / 10, samples / 2} {
		fmt.Printf("%20d of 100: coll %.3f of direct, %.3f of native; prepared %.3f of direct\n",
			at*100/samples,
			times[0][at]/times[1][at], times[0][at]/times[3][at], times[2][at]/times[1][at])
	}
	return nil
}

// collCall returns a function that calls an operation by package coll with root 0.
func collCall(w *coll.World[float64], op catalog.Collective, sum comm.Op[float64], in, out []float64,
) func() error {
	return map[catalog.Collective]func() error{
		catalog.Bcast:         func() error { return coll.Bcast(w, 0, out) },
		catalog.Reduce:        func() error { return coll.Reduce(w, 0, sum, in, out) },
		catalog.Allgather:     func() error { return coll.Allgather(w, in, out) },
		catalog.ReduceScatter: func() error { return coll.ReduceScatter(w, sum, in, out) },
		catalog.Allreduce:     func() error { return coll.Allreduce(w, sum, in, out) },
		catalog.Scan:          func() error { return coll.Scan(w, sum, in, out) },
		catalog.Exscan:        func() error { return coll.Exscan(w, sum, in, out) },
		catalog.Scatter:       func() error { return coll.Scatter(w, 0, in, out) },
		catalog.Gather:        func() error { return coll.Gather(w, 0, in, out) },
		catalog.Alltoall:      func() error { return coll.Alltoall(w, in, out) },
		catalog.Barrier:       func() error { return coll.Barrier(w) },
	}[op]
}

// nativeCall returns a function that calls the same operation of the MPI library.
func nativeCall(port *mpi.Port[float64], op catalog.Collective, sum comm.Op[float64], in, out []float64,
) func() error {
	return map[catalog.Collective]func() error{
		catalog.Bcast:         func() error { return mpi.Bcast(port, 0, out) },
		catalog.Reduce:        func() error { return mpi.Reduce(port, 0, sum, in, out) },
		catalog.Allgather:     func() error { return mpi.Allgather(port, in, out) },
		catalog.ReduceScatter: func() error { return mpi.ReduceScatterBlock(port, sum, in, out) },
		catalog.Allreduce:     func() error { return mpi.Allreduce(port, sum, in, out) },
		catalog.Scan:          func() error { return mpi.Scan(port, sum, in, out) },
		catalog.Exscan:        func() error { return mpi.Exscan(port, sum, in, out) },
		catalog.Scatter:       func() error { return mpi.Scatter(port, 0, in, out) },
		catalog.Gather:        func() error { return mpi.Gather(port, 0, in, out) },
		catalog.Alltoall:      func() error { return mpi.Alltoall(port, in, out) },
		catalog.Barrier:       func() error { return mpi.Barrier(port) },
	}[op]
}
