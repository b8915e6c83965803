//go:build cgo && mpich

package contender

import (
	"topocoll/bench/words"
	"topocoll/catalog"
)

// A gompiWorld is empty with MPICH, because gompi's source contains paths and handles of Open MPI.
type gompiWorld struct{}

func newGompiWorld() *gompiWorld { return nil }

func newGompi[T words.Number](*Run, catalog.Collective) *Contender[T] { return nil }

// GompiMessages returns nil, because there is no gompi with MPICH.
func GompiMessages([]float64, int) (send, recv func() error) { return nil, nil }
