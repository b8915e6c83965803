package results

import (
	"fmt"
	"io"
)

// Who chose the extents of the mesh.
const (
	FromDims    = "dims"    // --dims
	FromNetwork = "network" // they are the network's own
	FromSquare  = "square"  // nobody: as square as can be
)

// MeshText says which extents the rows of the mesh run with and where they come from; "" where none does.
func (e Env) MeshText() string {
	switch {
	case e.Mesh == "":
		return ""
	case e.MeshFrom == FromNetwork:
		return e.Mesh + ", the network's"
	case e.MeshFrom == FromSquare:
		return e.Mesh + ", as square as can be"
	}
	return e.Mesh + ", --dims"
}

// WriteMesh prints it, as a comment line.
func WriteMesh(w io.Writer, env Env) {
	if text := env.MeshText(); text != "" {
		fmt.Fprintf(w, "# mesh %s\n", text)
	}
}
