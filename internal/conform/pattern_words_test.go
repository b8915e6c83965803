package conform

import (
	"maps"
	"math/bits"
)

// The words in which the patterns are written.

func allPatterns() map[string]pattern {
	all := map[string]pattern{}
	for _, table := range []map[string]pattern{ringPatterns, meshPatterns, hcubePatterns, networkPatterns} {
		maps.Copy(all, table)
	}
	return all
}

// The numbers of nodes for which the book has formulas.
var (
	anyP    = []int{2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17}
	cubes   = []int{2, 4, 8, 16, 32}
	squares = []int{4, 9, 16, 25, 36}
	both    = []int{4, 16, 64} // squares of powers of two
)

// The lengths in words for which they hold.
func anyM(int) []int       { return []int{0, 1, 5} }
func ofP(p int) []int      { return []int{0, p, 5 * p} }           // p divides m
func of2P(p int) []int     { return ofP(2 * p) }                   // and half of it
func ofD(p int) []int      { return []int{0, log(p), 5 * log(p)} } // log p divides m
func inSegments(int) []int { return []int{0, segment, 6 * segment} }

// A count is a number that depends on p.
type count func(p int) int

func none(int) int        { return 0 }
func less1(p int) int     { return p - 1 }
func log(p int) int       { return bits.Len(uint(p)) - 1 }
func logUp(p int) int     { return bits.Len(uint(p - 1)) } // ceil(log p)
func half(p int) int      { return p / 2 }                 // floor(p/2)
func halfUp(p int) int    { return (p + 1) / 2 }           // ceil(p/2)
func meshSide(p int) int  { return 2 * (sqrt(p) - 1) }     // 2(sqrt p - 1)
func meshHalf(p int) int  { return 2 * half(sqrt(p)) }     // 2 floor(sqrt p/2)
func meshReach(p int) int { return 2 * halfUp(sqrt(p)) }   // 2 ceil(sqrt p/2)

func sqrt(p int) int {
	n := 1
	for n*n < p {
		n++
	}
	return n
}

func in(steps count) func(k Case) int { return func(k Case) int { return steps(k.P) } }

func twice(n count) count { return func(p int) int { return 2 * n(p) } }

// everyone sends and receives once a step, words·m words altogether.
func everyone(steps, words count) func(int, Case) counts {
	return func(_ int, k Case) counts {
		r, w := steps(k.P), words(k.P)*k.M
		return counts{Rounds: r, Sent: r, Recv: r, Out: w, In: w}
	}
}

// bothSides sends and receives to and from both sides a step, words·m words altogether.
func bothSides(steps, words count) func(int, Case) counts {
	return func(v int, k Case) counts {
		n := everyone(steps, words)(v, k)
		n.Sent, n.Recv = 2*n.Sent, 2*n.Recv
		return n
	}
}

// fourSides sends and receives to and from both sides along two lines a step.
func fourSides(steps, words count) func(int, Case) counts {
	return func(v int, k Case) counts {
		n := bothSides(steps, words)(v, k)
		n.Sent, n.Recv = 2*n.Sent, 2*n.Recv
		return n
	}
}

// after is one algorithm after the other.
func after(first, second func(int, Case) counts) func(int, Case) counts {
	return func(v int, k Case) counts {
		a, b := first(v, k), second(v, k)
		return counts{Rounds: a.Rounds + b.Rounds, Sent: a.Sent + b.Sent, Recv: a.Recv + b.Recv, Out: a.Out + b.Out, In: a.In + b.In}
	}
}

// ofParts is an algorithm on blocks of m/p words.
func ofParts(node func(int, Case) counts) func(int, Case) counts {
	return func(v int, k Case) counts {
		k.M /= k.P
		return node(v, k)
	}
}

// reversed is the dual: what was sent is received.
func reversed(node func(int, Case) counts) func(int, Case) counts {
	return func(v int, k Case) counts {
		n := node(v, k)
		return counts{Rounds: n.Rounds, Sent: n.Recv, Recv: n.Sent, Out: n.In, In: n.Out}
	}
}

// A tree gives the children of node v and the nodes of its subtree, itself among them.
type tree func(v, p int) (children, size int)

// whole is a broadcast along a tree: the message is the same on every link.
func whole(along tree) func(int, Case) counts {
	return func(v int, k Case) counts {
		children, _ := along(v, k.P)
		parent := min(v, 1)
		return counts{Rounds: children + parent, Sent: children, Recv: parent, Out: children * k.M, In: parent * k.M}
	}
}

// parts is a scatter along a tree: a child gets the blocks of its subtree.
func parts(along tree) func(int, Case) counts {
	return func(v int, k Case) counts {
		children, size := along(v, k.P)
		parent := min(v, 1)
		return counts{Rounds: children + parent, Sent: children, Recv: parent, Out: (size - 1) * k.M, In: parent * size * k.M}
	}
}

// binomial is the tree of recursive doubling, rooted at 0: node v has a child for each zero bit below
// its lowest one.
func binomial(v, p int) (children, size int) {
	if v == 0 {
		return log(p), p
	}
	return bits.TrailingZeros(uint(v)), v & -v
}

// arms is the bidirectional ring: floor(p/2) nodes to the right, the others to the left.
func arms(v, p int) (children, size int) {
	switch {
	case v == 0:
		return min(2, p-1), p
	case v <= p/2:
		size = p/2 - v + 1
	default:
		size = v - p/2
	}
	return min(1, size-1), size
}

// rowThenColumns is a tree along row 0 of a square mesh, then along each column.
func rowThenColumns(line tree) tree {
	return func(v, p int) (children, size int) {
		n := sqrt(p)
		children, size = line(v/n, n)
		if v/n == 0 {
			more, columns := line(v%n, n)
			children, size = children+more, n*columns
		}
		return children, size
	}
}

// Which nodes are neighbours.

func ringLink(from, to, p int) bool { return (to-from+p)%p == 1 || (from-to+p)%p == 1 }

func ringPower(from, to, p int) bool {
	return bits.OnesCount(uint((to-from+p)%p)) == 1 || bits.OnesCount(uint((from-to+p)%p)) == 1
}

func cubeLink(from, to, _ int) bool { return bits.OnesCount(uint(from^to)) == 1 }

func meshLink(from, to, p int) bool { return onLine(from, to, p, ringLink) }

func meshPower(from, to, p int) bool { return onLine(from, to, p, ringPower) }

// onLine reports whether two nodes of a sqrt p x sqrt p mesh are in one row or column, linked along it.
func onLine(from, to, p int, link func(from, to, p int) bool) bool {
	n := sqrt(p)
	return from/n == to/n && link(from%n, to%n, n) || from%n == to%n && link(from/n, to/n, n)
}

func anyLink(int, int, int) bool { return true }
