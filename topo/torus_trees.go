package topo

// The spanning trees of a torus of U x V nodes with their source at (0, 0), no two of which use a link in
// the same direction. The first goes along the source's row, u = 0, 1, ..., U-1; each node of the row but
// the source sends on along its column, v = 1, ..., V-1; and the last column closes the round to the nodes
// (0, v). The others are the same tree turned by a quarter, two quarters and three: so the source sends a
// different part of a message over each of its four links, and is sent nothing. A torus of one row, or
// one column, has two: one each way round.

// A TorusTree is one of the trees, from the place of one node. Places are Mesh labels; None is -1.
type TorusTree struct {
	Depth    int // steps after which the node has what the source sends; 0 for the source
	Parent   int
	Children [2]int
}

// TorusTreeCount returns how many disjoint trees a torus has, and the depth of the deepest node.
func TorusTreeCount(rows, cols int) (trees, depth int) {
	switch {
	case rows*cols == 1:
		return 1, 0
	case rows == 1 || cols == 1:
		return 2, rows*cols - 1
	}
	return 4, rows + cols - 1
}

// TorusTreeOf returns tree q, 0 <= q < TorusTreeCount, rooted at root, as node me of a torus sees it.
func TorusTreeOf(q, rows, cols, root, me int) TorusTree {
	if cols == 1 { // the long side is the row
		rows, cols = cols, rows
	}
	if rows == 1 {
		q *= 2 // half a turn
	}
	x, y := Mod(me%cols-root%cols, cols), Mod(me/cols-root/cols, rows)
	t := torusTurn{q, rows, cols, root}
	u, v, lenU, lenV := t.in(x, y)
	tree := TorusTree{Parent: -1, Children: [2]int{-1, -1}}
	child := func(i, u, v int) { tree.Children[i] = t.label(u, v) }
	switch {
	case v == 0: // the row
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
	default: // the source's column, reached round the end
		tree.Depth, tree.Parent = lenU+v, t.label(lenU-1, v)
	}
	return tree
}

// A torusTurn is the first tree's u and v, turned by q quarters, on the torus.
type torusTurn struct{ q, rows, cols, root int }

// in turns a place relative to the root into u and v, and says how far they go.
func (t torusTurn) in(x, y int) (u, v, lenU, lenV int) {
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

// label is the node at u and v.
func (t torusTurn) label(u, v int) int {
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
