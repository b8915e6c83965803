package coll_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	. "topocoll/coll"
	"topocoll/comm"
	"topocoll/local"
)

// Non-blocking and persistent calls give the same results as blocking calls.
func TestStart(t *testing.T) {
	assert.NoError(t, local.Run(5, func(port comm.AsyncPort[int]) error {
		w, err := New[int](port)
		if err != nil {
			return err
		}
		me := w.Label()
		all, sum := make([]int, 5), make([]int, 1)
		gather, err := w.Start(catalog.Allgather, catalog.Args[int]{In: []int{me}, Out: all})
		if err != nil {
			return err
		}
		mine := []int{me}
		add, err := w.Init(catalog.Allreduce, catalog.Args[int]{Op: comm.Sum[int](), In: mine, Out: sum})
		if err != nil {
			return err
		}
		for round := range 3 {
			mine[0] = me + round
			if err := add.Start(); err != nil {
				return err
			}
			if err := add.Wait(); err != nil {
				return err
			}
			assert.EqualValues(t, 10+5*round, sum[0])
		}
		err = gather.Wait()
		assert.Equal(t, []int{0, 1, 2, 3, 4}, all)
		_, refused := w.Start(catalog.Bcast, catalog.Args[int]{Root: 5})
		assert.EqualError(t, refused, "coll: Bcast: root 5, want 0..4")
		return err
	}))
}

// A blocking call makes progress on the active calls of its process: other processes may have to wait for
// them before they begin the blocking call.
func TestBlockingCallMakesProgress(t *testing.T) {
	const p, root, expected = 8, 5, 28
	for late := range p {
		assert.NoError(t, local.Run(p, func(port comm.AsyncPort[int]) error {
			w, err := New[int](port)
			if err != nil {
				return err
			}
			me, sum, word := w.Label(), make([]int, 1), make([]int, 1)
			if me == root {
				word[0] = 7
			}
			add, err := w.Start(catalog.Allreduce, catalog.Args[int]{Op: comm.Sum[int](), In: []int{me}, Out: sum})
			if err != nil {
				return err
			}
			if me == late {
				if err := Bcast(w, root, word); err != nil {
					return err
				}
			}
			if err := add.Wait(); err != nil {
				return err
			}
			if me != late {
				if err := Bcast(w, root, word); err != nil {
					return err
				}
			}
			assert.Equal(t, []int{expected, 7}, []int{sum[0], word[0]}, "rank %d waits late", late)
			return nil
		}))
	}
}
