package topo

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// MaxNodes is the largest number of nodes that user input may give a mesh. Its products with small numbers
// do not overflow.
const MaxNodes = math.MaxInt32

// ErrNodes is the error of extents with more than MaxNodes nodes.
var ErrNodes = fmt.Errorf("want at most %d nodes", MaxNodes)

// ParseMesh reads extents as Mesh.String writes them: "2x4".
func ParseMesh(text string) (Mesh, error) {
	var g Mesh
	for _, digits := range strings.Split(text, "x") {
		extent, err := strconv.ParseUint(digits, 10, 31)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return nil, fmt.Errorf("mesh extents %.60q, %w", text, ErrNodes)
		case err != nil || extent < 1:
			return nil, fmt.Errorf("mesh extents %.60q, want positive numbers with x between them: 2x4", text)
		}
		g = append(g, int(extent))
	}
	if !g.within(MaxNodes) {
		return nil, fmt.Errorf("mesh extents %.60q, %w", text, ErrNodes)
	}
	return g, nil
}
