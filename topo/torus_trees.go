package topo

// A torus of U x V nodes has four spanning trees with their source at (0, 0). No two of them use the same
// link in the same direction. The first tree goes along the source's row, u = 0, 1, ..., U-1. Each node of
// the row except the source sends along its column, v = 1, ..., V-1. The nodes of the last column also send
// across the wraparound to the nodes (0, v). The other trees are the first tree, rotated by 90, 180 and 270
// degrees. The source therefore sends a different part of a message over each of its four links, and receives
// nothing. A torus of one row or one column has two trees, one in each direction.

// A TorusTree describes a node's position in a tree. Parent and Children are Mesh labels, and -1 means none.
type TorusTree struct {
	Depth    int // distance from the source in links; 0 for the source
	Parent   int
	Children [2]int
}

// TorusTreeCount returns the number of disjoint trees of a torus and the depth of the deepest one.
func TorusTreeCount(rows, cols int) (trees, depth int) {
	switch {
	case rows*cols == 1:
		return 1, 0
	case rows == 1 || cols == 1:
		return 2, rows*cols - 1
	}
	return 4, rows + cols - 1
}

// TorusTreeOf returns the position of node `me` in tree q of a torus, 0 <= q < TorusTreeCount. The source of
// the tree is node `root`.
func TorusTreeOf(q, rows, cols, root, me int) TorusTree {
	if cols == 1 { // make the long side the row
		rows, cols = cols, rows
	}
	if rows == 1 {
		q *= 2 // the second tree is the first tree rotated by 180 degrees
	}
	x, y := Mod(me%cols-root%cols, cols), Mod(me/cols-root/cols, rows)
	t := treeRotation{q, rows, cols, root}
	u, v, lenU, lenV := t.rotatedCoordinates(x, y)
	tree := TorusTree{Parent: -1, Children: [2]int{-1, -1}}
	child := func(i, u, v int) { tree.Children[i] = t.label(u, v) }
	switch {
	case v == 0: // the source's row
		tree.Depth = u
		if u > 0 {
			tree.Parent = t.label(u-1, 0)
		}
		if u+1 < lenU {
			child(0, u+1, 0)
		}
		if u > 0 && lenV > 1 {
			child(1, u, 1)
		}
	case u > 0: // a column
		tree.Depth, tree.Parent = u+v, t.label(u, v-1)
		if v+1 < lenV {
			child(0, u, v+1)
		}
		if u == lenU-1 {
			child(1, 0, v)
		}
	default: // the source's column, reached across the wraparound
		tree.Depth, tree.Parent = lenU+v, t.label(lenU-1, v)
	}
	return tree
}

// A treeRotation turns the first tree by q quarter turns. It converts between the tree's coordinates (u, v)
// and the coordinates of the torus.
type treeRotation struct{ q, rows, cols, root int }

// rotatedCoordinates returns the tree's coordinates (u, v) of a node, and the extents of u and v. x and y are
// the node's coordinates on the torus, relative to the root.
func (t treeRotation) rotatedCoordinates(x, y int) (u, v, lenU, lenV int) {
	switch t.q {
	case 0:
		return x, y, t.cols, t.rows
	case 1:
		return y, Mod(-x, t.cols), t.rows, t.cols
	case 2:
		return Mod(-x, t.cols), Mod(-y, t.rows), t.cols, t.rows
	}
	return Mod(-y, t.rows), x, t.rows, t.cols
}

// label returns the label of the node with the tree's coordinates (u, v).
func (t treeRotation) label(u, v int) int {
	x, y := u, v
	switch t.q {
	case 1:
		x, y = -v, u
	case 2:
		x, y = -u, -v
	case 3:
		x, y = v, -u
	}
	return Mod(t.root/t.cols+y, t.rows)*t.cols + Mod(t.root%t.cols+x, t.cols)
}
