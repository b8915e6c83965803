package pack

import "slices"

// turned returns the trees from place 0 of a torus that uses all links of all other places once, one for each direction, where all
// dimensions have as many directions. The tree of a direction enters a place along the next dimension, cyclically after that of the
// direction, in which the place differs from the root; where the place does not differ in the tree's own dimension, the tree comes along
// that, round the torus. On a hypercube that is how Johnsson and Ho (1989) do it. The depth is the sum of the extents less one, plus one.
func (t torus) turned() (trees [][]int) {
	k := len(t.extents)
	for own := range k {
		for _, way := range t.ways(own) {
			parent := slices.Repeat([]int{-1}, t.extents.Size())
			for v := 1; v < len(parent); v++ {
				by := own
				if t.extents.Coord(v, own) > 0 {
					for by = (own + 1) % k; t.extents.Coord(v, by) == 0; by = (by + 1) % k {
					}
				}
				parent[v] = t.extents.Neighbour(v, by, -way)
			}
			trees = append(trees, parent)
		}
	}
	return trees
}

// doubled returns the trees from place 0 of two copies of a network whose places are joined with each other, made of those of one copy,
// of which each has one link at its root and all together have all links of the others. The places of the second copy follow those of
// the first one.
//
// One tree more begins with the link from root to root: it covers the second copy as the first tree does, and goes from there to the first copy.
// Every other tree covers the first copy as before. It crosses at the child of its root, goes from there to the other root, and on as
// before. But the first one crosses everywhere else, and enters the children that the others have crossed at from the other root.
func doubled(trees [][]int) (both [][]int) {
	n := len(trees[0])
	children := make([]int, len(trees))
	for i, t := range trees {
		children[i] = slices.Index(t, 0)
	}
	for i, t := range trees {
		parent := slices.Grow(slices.Clone(t), n)
		for v, w := range t {
			switch {
			case v == 0:
				w = n + children[i]
			case v == children[i]:
				w = v
			case i > 0:
				w += n
			case slices.Contains(children, v):
				w = n
			default:
				w = v
			}
			parent = append(parent, w)
		}
		both = append(both, parent)
	}
	more := make([]int, n, 2*n)
	for v := range more {
		more[v] = n + v
	}
	more[0] = -1
	for v, w := range trees[0] {
		if v == 0 {
			more = append(more, 0)
		} else {
			more = append(more, n+w)
		}
	}
	return append(both, more)
}
