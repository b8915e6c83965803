package results

import (
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
	switch {
	case e.Mesh == "":
		return ""
	case e.MeshFrom == FromNetwork:
		return e.Mesh + ", the network's"
	case e.MeshFrom == FromSquare:
		return e.Mesh + ", as square as possible"
	}
	return e.Mesh + ", --dims"
}

// WriteMesh prints MeshText as a comment line.
func WriteMesh(w io.Writer, env Env) {
	if text := env.MeshText(); text != "" {
		fmt.Fprintf(w, "# mesh %s\n", text)
	}
}
