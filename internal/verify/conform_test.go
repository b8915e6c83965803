//go:build cgo

package verify

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/internal/native"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

func TestMain(m *testing.M) { mpitest.Main(m) }

// TestConformsOnMPI is TestLocal of package conform, but with MPI.
func TestConformsOnMPI(t *testing.T) {
	for _, row := range catalog.Rows[uint64]() {
		t.Run(row.ID, func(t *testing.T) {
			mpitest.On(t, func(t require.TestingT, w *mpi.World) {
				if !row.Takes(w.Size) {
					return
				}
				c := comm.New(mpi.NewPort[uint64](w))
				for _, k := range conform.Cases(row.Info, w.Size) {
					require.NoError(t, conform.Check(row, c, conform.Set(row.Op, conform.Numbers(), k)))
				}
			})
		})
	}
}

// Every algorithm gives the right results when C code executes its plans. The test runs the plans as
// recorded, and with every message of more than three words divided.
func TestCompiledConformsOnMPI(t *testing.T) {
	for _, row := range catalog.Rows[uint64]() {
		t.Run(row.ID, func(t *testing.T) {
			mpitest.On(t, func(t require.TestingT, w *mpi.World) {
				if !row.Takes(w.Size) {
					return
				}
				for _, from := range []int{1 << 30, 0} { // in program order, and then in dependency order
					port, compiled := mpi.NewPort[uint64](w), catalog.Compiled(row)
					port.OverlapFrom(from)
					c := comm.New(port)
					for i, k := range conform.Cases(row.Info, w.Size) {
						if i%stride(w.Size) != 0 {
							continue
						}
						exam := conform.Set(row.Op, affineSymbols(), k)
						require.NoError(t, conform.Check(compiled.Row, c, exam))
						require.NoError(t, conform.Check(segmented(compiled.Row, 3), c, exam))
					}
				}
			})
		})
	}
}

// stride returns 1 if every case is tested, or a prime n if the test runs one case in n. It returns a prime
// if recording takes long, or if ranks compete for cores, because MPICH's ranks spin.
func stride(p int) int {
	if p > 9 || p > runtime.NumCPU() && mpi.BuiltFor() == mpi.MPICH {
		return 7
	}
	return 1
}

// segmented returns a compiled row whose messages have at most n words.
func segmented(row catalog.Row[uint64], n int) catalog.Row[uint64] {
	run := row.Run
	row.Run = func(c *comm.Comm[uint64], a catalog.Args[uint64]) error {
		a.PlanSegment = n
		return run(c, a)
	}
	return row
}

// If only Go can apply the operator, Go executes the same plans.
func TestCompiledConformsInGo(t *testing.T) {
	for _, id := range []string{"hcube/allreduce", "ring/scan", "mesh/reduce"} {
		t.Run(id, func(t *testing.T) {
			mpitest.On(t, func(t require.TestingT, w *mpi.World) {
				row, _ := catalog.Find[uint64](id)
				c, compiled := comm.New(mpi.NewPort[uint64](w)), catalog.Compiled(row)
				for _, k := range conform.Cases(row.Info, w.Size) {
					require.NoError(t,
						conform.Check(compiled.Row, c, conform.Set(row.Op, conform.Numbers(), k)))
				}
			})
		})
	}
}

// affineSymbols returns symbols whose operators exist in C: the sum, and the composition of affine maps. The
// composition shows the order of the operands.
func affineSymbols() conform.Payload[uint64] {
	symbols := conform.Numbers()
	symbols.Counting.Op = mpi.Sum[uint64]()
	symbols.Ordered =
		conform.Symbols[uint64]{Word: symbols.Counting.Word, Op: mpi.Affine(),
			Poison: symbols.Counting.Poison}
	return symbols
}

// Several concurrent non-blocking calls give the right results. Each rank waits for them in another order.
// The operators are in C and in Go, and some calls start before a blocking call.
func TestInterleavedOnMPI(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		seeds := uint64(200)
		if w.Size > 2 {
			seeds = 60 // fewer seeds, because ranks that wait for a core are slow
		}
		for i, payload := range []conform.Payload[uint64]{affineSymbols(), conform.Numbers()} {
			port := mpi.NewPort[uint64](w)
			var rows []catalog.CompiledRow[uint64]
			for _, row := range catalog.Rows[uint64]() {
				rows = append(rows, catalog.Compiled(row))
			}
			for seed := range seeds {
				require.NoError(t,
					conform.Interleave(rows, comm.New(port), payload, 1000*uint64(i)+seed, true))
			}
			port.Free()
		}
	})
}

func TestVerdict(t *testing.T) {
	for _, info := range []string{"hcube/reduce", "mesh/allgather", "hcube/barrier"} {
		t.Run(info, func(t *testing.T) {
			mpitest.On(t, func(t require.TestingT, w *mpi.World) {
				row, found := catalog.Find[uint64](info)
				require.True(t, found)
				verdict, err := Run(w, row.Info, nil, "")
				require.NoError(t, err)
				assert.Empty(t, verdict.Failure)
				assert.Positive(t, verdict.Cases)
			})
		})
	}
}

// A failure names the form whose result differs from the native call. In this test, each form in turn does
// nothing.
func TestFailureNamesTheForm(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		row, _ := catalog.Find[int32]("ring/shift")
		for i, want := range []string{"int32, {", "compiled: int32, {", "compiled, segmented: int32, {"} {
			lengths := segmentLengths{mpi.NewPort[int64](w), map[call]int{}}
			e := typedComparison[int32]{sharedSetup{segmentLengths: lengths},
				mpi.NewPort[int32](w), row, forms(row), mpi.Sum[int32](),
				func(rank, j int) int32 { return 1 }}
			e.forms[i].run = func(*comm.Comm[int32], catalog.Args[int32]) error { return nil }
			failure, err := e.compareForms(comm.New(e.port), call{m: 7})
			require.NoError(t, err)
			assert.Equal(t, want+fmt.Sprintf("root:0 m:7 shift:0}: on node %d, the result is 0 at index 0, "+
				"but native gives 1", w.Rank), failure)
		}
	})
}

// thirdOfLongest returns a third of the longest message of all processes, and at least one word.
func TestThird(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		thirds := segmentLengths{mpi.NewPort[int64](w), map[call]int{}}
		for _, c := range []struct{ m, want int }{{0, 1}, {2, 1}, {12, 4}, {100, 33}} {
			m, want := c.m, c.want
			if w.Size == 1 {
				want = 1 // there are no messages
			}
			row, _ := catalog.Find[int32]("hcube/bcast")
			got, err := thirdOfLongest(thirds, call{m: m}, row.Info,
				catalog.Args[int32]{Out: make([]int32, m)})
			require.NoError(t, err)
			assert.Equal(t, want, got, "%d words", m)
		}
	})
}

// If there is a difference on one rank, every rank gets the same verdict.
func TestAgree(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		port := mpi.NewPort[uint8](w)
		mine := ""
		if w.Rank == w.Size-1 {
			mine = "node 7 differs"
		}
		failure, err := native.Agree(port, mine)
		require.NoError(t, err)
		assert.Equal(t, "node 7 differs", failure)
	})
}
