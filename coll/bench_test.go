package coll_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/local"
)

// alone runs body with a world of one rank. A call then takes only the time to find the algorithm.
func alone(t testing.TB, body func(c *comm.Comm[float64], w *coll.World[float64])) {
	require.NoError(t, local.Run(1, func(port comm.AsyncPort[float64]) error {
		c := comm.New[float64](port)
		w, err := coll.Of(c)
		if err == nil {
			body(c, w)
		}
		return err
	}))
}

// A repeated call allocates no more memory than its algorithm.
func TestACallAllocatesNothing(t *testing.T) {
	alone(t, func(_ *comm.Comm[float64], w *coll.World[float64]) {
		x, result, sum := make([]float64, 8), make([]float64, 8), comm.Sum[float64]()
		for name, call := range map[string]func(){
			"barrier":   func() { coll.Barrier(w) },
			"bcast":     func() { coll.Bcast(w, 0, x) },
			"allreduce": func() { coll.Allreduce(w, sum, x, result) },
			"in turn":   func() { coll.Bcast(w, 0, x); coll.Bcast(w, 0, x[:1]) },
		} {
			assert.Zero(t, testing.AllocsPerRun(100, call), name)
		}
	})
}

// BenchmarkCalls measures the overhead of selecting the algorithm, compared with a call of the compiled row.
func BenchmarkCalls(b *testing.B) {
	alone(b, func(c *comm.Comm[float64], w *coll.World[float64]) {
		x := make([]float64, 8)
		direct := func(op catalog.Collective, a catalog.Args[float64]) func() error {
			chosen, err := w.Choice(op, a)
			require.NoError(b, err)
			plain, _ := catalog.Find[float64](chosen.ID)
			row := catalog.Compiled(plain)
			return func() error { return row.Run(c, a) }
		}
		for _, of := range []struct {
			name string
			call func() error
		}{
			{"barrier/row", direct(catalog.Barrier, catalog.Args[float64]{})},
			{"barrier/coll", func() error { return coll.Barrier(w) }},
			{"bcast/row", direct(catalog.Bcast, catalog.Args[float64]{Out: x})},
			{"bcast/coll", func() error { return coll.Bcast(w, 0, x) }},
		} {
			b.Run(of.name, func(b *testing.B) {
				for b.Loop() {
					if err := of.call(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	})
}
