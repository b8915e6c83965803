package coll_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/local"
)

// If the last of four ranks makes a different call, all ranks return the same error, and the next call works.
// The same is true of sub-communicators.
func TestChecked(t *testing.T) {
	sum, last := comm.Sum[int](),
		comm.Op[int]{Name: "last", Apply: func(dst, _, b []int) { copy(dst, b) }}
	for _, c := range []struct {
		want         string
		most, ofLast func(w *coll.World[int], x, result []int) error
	}{
		{"coll: Bcast: root differs: 0 on ranks 0-2; 1 on rank 3",
			func(w *coll.World[int], x, _ []int) error { return coll.Bcast(w, 0, x) },
			func(w *coll.World[int], x, _ []int) error { return coll.Bcast(w, 1, x) }},
		{"coll: Allreduce: operator differs: sum on ranks 0-2; last on rank 3, and length differs: 3 on " +
			"ranks 0-2; 2 on rank 3",
			func(w *coll.World[int], x, y []int) error { return coll.Allreduce(w, sum, x[:3], y[:3]) },
			func(w *coll.World[int], x, y []int) error { return coll.Allreduce(w, last, x[:2], y[:2]) }},
		{"coll: operation differs: Barrier on ranks 0-2; Scan on rank 3",
			func(w *coll.World[int], _, _ []int) error { return coll.Barrier(w) },
			func(w *coll.World[int], x, y []int) error { return coll.Scan(w, sum, x, y) }},
		{"coll: Gather: all has 3 words, want 4, on rank 3",
			func(w *coll.World[int], x, y []int) error { return coll.Gather(w, 3, x[:1], y[:4]) },
			func(w *coll.World[int], x, y []int) error { return coll.Gather(w, 3, x[:1], y[:3]) }},
		{"coll: Start of Bcast: root differs: 2 on ranks 0-2; 0 on rank 3",
			func(w *coll.World[int], x, _ []int) error {
				_, err := w.Start(catalog.Bcast, catalog.Args[int]{Root: 2, Out: x})
				return err
			},
			func(w *coll.World[int], x, _ []int) error {
				_, err := w.Start(catalog.Bcast, catalog.Args[int]{Out: x})
				return err
			}},
		{"coll: operation differs: Init of Barrier on ranks 0-2; Split on rank 3",
			func(w *coll.World[int], _, _ []int) error {
				_, err := w.Init(catalog.Barrier, catalog.Args[int]{})
				return err
			},
			func(w *coll.World[int], _, _ []int) error { _, err := w.Split(0, 0); return err }},
		{"coll: Sub: label 3 passed a list other than [0 3], on rank 0; label 0 passed a list other than " +
			"[3 0], on rank 3",
			func(w *coll.World[int], _, _ []int) error { _, err := w.Sub([]int{0, 3}); return err },
			func(w *coll.World[int], _, _ []int) error { _, err := w.Sub([]int{3, 0}); return err }},
	} {
		onLocal(t, 4, func(w *coll.World[int]) error {
			halves, err := w.Sub([][]int{{1, 0}, {1, 0}, {2, 3}, {2, 3}}[w.Label()])
			require.NoError(t, err)
			for range 2 {
				x, result := make([]int, 4), make([]int, 4)
				call := c.most
				if w.Label() == 3 {
					call = c.ofLast
				}
				err := call(w, x, result)
				assert.ErrorIs(t, err, comm.ErrArgument)
				assert.EqualError(t, err, c.want)
				x[0] = w.Label()
				if err := coll.Allreduce(w, sum, x, result); err != nil {
					return err
				}
				assert.EqualValues(t, 6, result[0])
				if err := coll.Allreduce(halves, sum, x, result); err != nil {
					return err
				}
				assert.EqualValues(t, []int{1, 1, 5, 5}[w.Label()], result[0])
			}
			err = coll.Bcast(halves, (w.Label()+1)/2%2, make([]int, 1)) // ranks 1 and 2 pass root 1
			assert.EqualError(t, err, []string{"coll: Bcast: root differs: 1 on rank 1; 0 on rank 0",
				"coll: Bcast: root differs: 1 on rank 2; 0 on rank 3"}[w.Label()/2], "the ranks of the world")
			return coll.Barrier(w)
		}, coll.Checked())
	}
}

// The signatures of the calls are sent as words of the world's type, which must be able to hold bytes. Other
// types are refused. TestEncode has more types.
func TestCheckedTypes(t *testing.T) {
	checks[uint8](t, "")
	checks[string](t, "")
	checks[*int](t, "coll: Checked: words of type *int, want strings or words without pointers")
}

func checks[T any](t *testing.T, refusal string) {
	t.Helper()
	for p := 1; p <= 7; p++ {
		var all sync.Map
		err := local.Run(p, func(port comm.AsyncPort[T]) error {
			w, err := coll.New[T](port, coll.Checked())
			if err != nil {
				return err
			}
			err = coll.Bcast(w, min(1, w.Label()), make([]T, 1))
			if p > 1 {
				all.Store(err.Error(), true)
			}
			return coll.Barrier(w)
		})
		if refusal != "" {
			assert.EqualError(t, err, refusal)
			continue
		}
		require.NoError(t, err)
		texts := 0
		all.Range(func(_, _ any) bool { texts++; return true })
		assert.Equal(t, min(1, p-1), texts, "all ranks return the same error")
	}
}
