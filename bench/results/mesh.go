package results

import (
	"cmp"
	"fmt"
	"io"
)

// The origin of the extents of the mesh.
const (
	FromDims    = "dims"    // --dims
	FromNetwork = "network" // the network has them
	FromSquare  = "square"  // the default: as square as possible
)

// MeshText returns the extents that the mesh algorithms use and their origin; "" if the run has none of these.
func (e Env) MeshText() string {
	if e.Mesh == "" {
		return ""
	}
	from := map[string]string{FromNetwork: "the network's", FromSquare: "as square as possible"}
	return e.Mesh + ", " + cmp.Or(from[e.MeshFrom], "--dims")
}

// WriteMesh prints MeshText as a comment line.
func WriteMesh(w io.Writer, env Env) {
	if text := env.MeshText(); text != "" {
		fmt.Fprintf(w, "# mesh %s\n", text)
	}
}
