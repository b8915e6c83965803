//go:build cgo

package bench

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/topo"
)

// meshInForce is the extents that the rows of the mesh run with, and who chose them; none where no row of
// the run has a mesh.
func (m *machine) meshInForce() (extents, from string) {
	switch {
	case m.cfg.Mesh != nil:
		return m.cfg.Mesh.String(), m.cfg.MeshFrom
	case !hasMesh(m.cfg.Rows):
		return "", ""
	}
	return topo.NearSquare(m.world.Size, 2).String(), results.FromSquare
}

// leaveOut says which rows do not run with the extents in force.
func (m *machine) leaveOut(r *results.Result, l Listener) {
	for _, row := range m.cfg.Rows {
		if !row.TakesMesh(m.cfg.Mesh) {
			what := fmt.Sprintf("%s on %v: takes two dimensions, --dims RxC", row.ID, m.cfg.Mesh)
			r.Skipped = append(r.Skipped, what)
			l.Skip(what)
		}
	}
}
