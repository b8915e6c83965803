package cli

import "topocoll/topo"

// parseDims reads the extents of --dims; nil if they are not given.
func parseDims(dims string) (topo.Mesh, error) {
	if dims == "" {
		return nil, nil
	}
	g, err := topo.ParseMesh(dims)
	return g, usage(err)
}

// fills refuses extents that the processes do not fill, before anything runs.
func fills(g topo.Mesh, p int) error {
	if g == nil {
		return nil
	}
	return usage(g.Check("--dims", p))
}
