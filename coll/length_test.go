package coll_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/coll"
	"topocoll/comm"
	"topocoll/local"
)

// If the lengths differ, the error contains both lengths, and names the option that finds the ranks.
func TestLengthsDiffer(t *testing.T) {
	err := local.Run(2, func(port comm.AsyncPort[int]) error {
		w, err := coll.New[int](port)
		if err != nil {
			return err
		}
		return coll.Bcast(w, 0, make([]int, 4-w.Label()))
	})
	assert.EqualError(t, err, "coll: Bcast: rank 0 sends 4 words to rank 1, but rank 1 receives 3 words from "+
		"rank 0; to find ranks that pass different lengths, use coll.Checked")
}
