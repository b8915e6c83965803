//go:build cgo && mpich

package bench

import (
	"topocoll/catalog"
)

// A gompiWorld does not exist on MPICH: gompi's source has the paths and handles of Open MPI.
type gompiWorld struct{}

func newGompiWorld() *gompiWorld { return nil }

func gompiContender[T number](*measurer, catalog.Collective) *contender[T] { return nil }

func (*gompiWorld) messages([]float64, int) (send, recv func() error) { return nil, nil }
