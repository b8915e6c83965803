package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// checkCube refuses a p that is no full cube, for the procedures that have no form for it.
func checkCube(proc string, p int) error {
	if topo.IsCube(p) {
		return nil
	}
	return comm.Refuse("%s: %d processes, want a power of two", proc, p)
}
