package topo

// A Fold maps p labels to the largest full hypercube with at most p nodes. It has 2^D logical nodes. Each of the
// first Extra logical nodes j stands for the two labels 2j and 2j+1 and is hosted by the lower one. So logical
// order is label order.
type Fold struct{ D, Extra int }

// FoldCube returns the fold of p labels. If p is a power of two, every label is its own logical node.
func FoldCube(p int) Fold {
	d := CubeDim(p)
	if !IsPowerOfTwo(p) {
		d--
	}
	return Fold{D: d, Extra: p - 1<<d}
}

// Node returns the logical node that label me belongs to.
func (f Fold) Node(me int) int { return max(me/2, me-f.Extra) }

// Host returns the label that acts for a logical node.
func (f Fold) Host(node int) int { return node + min(node, f.Extra) }

// Spare returns the label that the host of a logical node acts for besides its own, or -1.
func (f Fold) Spare(node int) int {
	if node < f.Extra {
		return 2*node + 1
	}
	return -1
}
