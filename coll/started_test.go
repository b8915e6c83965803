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
	assert.NoError(t, local.Run(5, func(port comm.AsyncPort[int64]) error {
		w, err := New[int64](port)
		if err != nil {
			return err
		}
		me := int64(w.Label())
		all, sum := make([]int64, 5), make([]int64, 1)
		gather, err := w.Start(catalog.Allgather, catalog.Args[int64]{In: []int64{me}, Out: all})
		if err != nil {
			return err
		}
		mine := []int64{me}
		add, err := w.Init(catalog.Allreduce, catalog.Args[int64]{Op: comm.Sum[int64](), In: mine, Out: sum})
		if err != nil {
			return err
		}
		for round := range 3 {
			mine[0] = me + int64(round)
			if err := add.Start(); err != nil {
				return err
			}
			if err := add.Wait(); err != nil {
				return err
			}
			assert.EqualValues(t, 10+5*round, sum[0])
		}
		err = gather.Wait()
		assert.Equal(t, []int64{0, 1, 2, 3, 4}, all)
		_, refused := w.Start(catalog.Bcast, catalog.Args[int64]{Root: 5})
		assert.EqualError(t, refused, "coll: Bcast: root 5, want 0..4")
		return err
	}))
}
