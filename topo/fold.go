package topo

// A Fold is p nodes as the largest full hypercube they hold: 2^D logical nodes, the first Extra of which
// stand for two labels each, 2j and 2j+1, hosted by the lower one. So label order is logical order.
type Fold struct{ D, Extra int }

// FoldCube folds p nodes. On a full cube nothing is folded, and every label is its own logical node.
func FoldCube(p int) Fold {
	d := CubeDim(p)
	if !IsCube(p) {
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
