package topo

// A Fold maps p labels to fewer logical nodes, in D dimensions. Each of the first Extra logical nodes j stands for the two
// labels 2j and 2j+1 and is hosted by the lower one. So logical order is label order.
type Fold struct{ D, Extra int }

// FoldCube returns the fold of p labels to the largest full hypercube with at most p nodes, which has 2^D. If p is a power of two,
// every label is its own logical node.
func FoldCube(p int) Fold { return FoldRadix(p, 2) }

// FoldRadix returns the fold of p labels to the most logical nodes of which there are radix^d·q with q < radix: d dimensions have the
// extent radix, and if q > 1 one more has the extent q. p must be 1 or more, and radix 2 or more.
func FoldRadix(p, radix int) Fold {
	n, d := 1, 0
	for n <= p/radix {
		n, d = n*radix, d+1
	}
	if p/n > 1 {
		d++
	}
	return Fold{D: d, Extra: p % n}
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
