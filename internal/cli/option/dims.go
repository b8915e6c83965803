package option

import (
	"topocoll/internal/exit"
	"topocoll/topo"
)

// ParseDims reads the extents of --dims; nil if they are not given.
func ParseDims(dims string) (topo.Mesh, error) {
	if dims == "" {
		return nil, nil
	}
	g, err := topo.ParseMesh(dims)
	return g, exit.Usage(err)
}

// CheckDims refuses extents that p processes do not fill.
func CheckDims(g topo.Mesh, p int) error {
	if g == nil {
		return nil
	}
	return exit.Usage(g.Check("--dims", p))
}
