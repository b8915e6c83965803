package topo

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseMesh reads extents as Mesh.String writes them: "2x4".
func ParseMesh(text string) (Mesh, error) {
	var g Mesh
	for _, digits := range strings.Split(text, "x") {
		extent, err := strconv.Atoi(digits)
		if err != nil || extent < 1 {
			return nil, fmt.Errorf("mesh extents %q, want positive numbers with x between them: 2x4", text)
		}
		g = append(g, extent)
	}
	return g, nil
}
