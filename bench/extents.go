//go:build cgo

package bench

import (
	"topocoll/bench/results"
	"topocoll/topo"
)

// meshInForce returns the extents that the mesh algorithms use, and their origin; both are empty if the run has no such
// algorithm.
func (m *measurer) meshInForce() (extents, from string) {
	switch {
	case m.cfg.Mesh != nil:
		return m.cfg.Mesh.String(), m.cfg.MeshFrom
	case !hasMesh(m.cfg.Rows):
		return "", ""
	}
	return topo.NearSquare(m.world.Size, 2).String(), results.FromSquare
}

// leaveOut reports which algorithms cannot run with these extents.
func (m *measurer) leaveOut(r *results.Result, l Listener) {
	for _, row := range m.cfg.Rows {
		if !row.TakesMesh(m.cfg.Mesh) {
			skip(r, l, "%s on %v: needs two dimensions, --dims RxC", row.ID, m.cfg.Mesh)
		}
		if m.cfg.tooLarge(row, m.world.Size) {
			skip(r, l, "%s on %d ranks: takes too long to pack", row.ID, m.world.Size)
		}
	}
}
