package mesh

import (
	"topocoll/comm"
	"topocoll/topo"
)

// check refuses a mesh that the processes of c do not fill.
func check[T any](proc string, c *comm.Comm[T], g topo.Mesh) error {
	if err := g.Check(proc, c.Size()); err != nil {
		return comm.Refuse("%v", err)
	}
	return nil
}

// checkPlane refuses a mesh that does not have two dimensions.
func checkPlane(proc string, g topo.Mesh) error {
	if len(g) == 2 {
		return nil
	}
	return comm.Refuse("%s: a %v mesh, want two dimensions", proc, g)
}
