package coll_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/coll"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/local"
)

// Random programs over sub-communicators give the results of the definition. The sub-communicators may be
// nested.
func TestRandomPrograms(t *testing.T) {
	const programs = 8
	for p := 1; p <= most(); p++ {
		t.Run(fmt.Sprintf("p=%d", p), func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(programs) {
				with := []coll.Option{coll.On(coll.Machine{Slots: 1 + int(seed%4)})}
				if seed%3 == 0 {
					with = append(with, coll.Deterministic())
				}
				if !assert.NoError(t, local.Run(p, func(port comm.AsyncPort[string]) error {
					w, err := coll.New[string](port, with...)
					if err != nil {
						return err
					}
					return conform.Divide(w, conform.Strings(), seed, false)
				}), "seed %d", seed) {
					return
				}
			}
		})
	}
}
