package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// checkCube refuses a p that is not a power of two, for the procedures that need a full cube.
func checkCube(proc string, p int) error {
	if topo.IsPowerOfTwo(p) {
		return nil
	}
	return comm.Refuse("%s: %d processes, want a power of two", proc, p)
}
