package pack

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"

	"topocoll/topo"
)

// mixOrders returns orders of the dimensions of a torus, and the shares of a block for each order, such that
// all links carry equal loads. A tree goes from its root along the first dimension of its order, from all
// nodes reached so far along the second dimension, and so on. The number of its links along a dimension of
// extent n is n-1 times the product of the previous extents. The argument `links` holds the number of links
// of a node by dimension. All extents must be 2 or more.
//
// The numbers of links of a tree by dimension form a vector, and the vectors of all orders are the vertices
// of a polytope. For every set S of dimensions, the number of links along S is at least the product of the
// extents in S, minus 1. Only orders that begin with S reach this minimum. The point with equal loads is in
// the polytope, because every part of the torus has enough links to the rest. mixOrders follows the line from
// a vertex through this point to the boundary, where one more set reaches its minimum. The point is a convex
// combination of the vertex and the boundary point. The boundary point in turn is a convex combination of
// fewer vertices, whose orders begin with that set. The same step is then repeated for the boundary point.
func mixOrders(extents topo.Mesh, links []int) (orders [][]int, shares []int) {
	k := len(extents)
	if slices.Min(extents) == slices.Max(extents) {
		for first := range k {
			orders = append(orders, append(topo.Integers(k)[first:], topo.Integers(first)...))
		}
		return orders, slices.Repeat([]int{1}, k)
	}
	all := 0 // number of links of a node in all dimensions
	for _, c := range links {
		all += c
	}
	point := make([]*big.Rat, k)
	for i, c := range links {
		point[i] = big.NewRat(int64(c*(extents.Size()-1)), int64(all))
	}
	var weights []*big.Rat
	rest := big.NewRat(1, 1)
	least := []int{1<<k - 1} // sets of dimensions with the minimum number of links, smallest set first
	for {
		order := topo.Integers(k)
		slices.SortStableFunc(order,
			func(a, b int) int { return cmp.Compare(firstWith(least, a), firstWith(least, b)) })
		corner := linksByDimension(extents, order)
		far, set := nextBoundary(extents, point, corner)
		orders = append(orders, order)
		if set == 0 {
			weights = append(weights, rest)
			return orders, wholeShares(weights)
		}
		part := new(big.Rat).Add(far, big.NewRat(1, 1))
		part.Inv(part) // the weight of the boundary point
		weights = append(weights, new(big.Rat).Mul(rest, new(big.Rat).Sub(big.NewRat(1, 1), part)))
		rest = new(big.Rat).Mul(rest, part)
		for i, x := range point {
			step := new(big.Rat).Sub(x, corner[i])
			point[i] = new(big.Rat).Add(x, step.Mul(step, far))
		}
		least = append(least, set)
		slices.SortFunc(least,
			func(a, b int) int { return bits.OnesCount(uint(a)) - bits.OnesCount(uint(b)) })
	}
}

// firstWith returns the index of the first set that contains the element. A set is a bit mask.
func firstWith(sets []int, element int) int {
	return slices.IndexFunc(sets, func(set int) bool { return set>>element&1 == 1 })
}

// linksByDimension returns the number of links along each dimension in a tree of the given order.
func linksByDimension(extents topo.Mesh, order []int) []*big.Rat {
	links, nodes := make([]*big.Rat, len(order)), 1
	for _, d := range order {
		links[d] = big.NewRat(int64(nodes*(extents[d]-1)), 1)
		nodes *= extents[d]
	}
	return links
}

// nextBoundary follows the line from `corner`, a vertex of the polytope (see mixOrders), through `point` to
// the boundary. It returns the distance from `point` to the boundary, relative to the distance from `corner`
// to `point`. `set` is a bit mask of dimensions: at the boundary, the number of links along these dimensions
// is at its minimum. If `point` and `corner` coincide, `set` is 0.
func nextBoundary(extents topo.Mesh, point, corner []*big.Rat) (far *big.Rat, set int) {
	for s := 1; s < 1<<len(extents)-1; s++ {
		a, b, nodes := new(big.Rat), new(big.Rat), 1
		for d, n := range extents {
			if s>>d&1 == 1 {
				a.Add(a, point[d])
				b.Add(b, corner[d])
				nodes *= n
			}
		}
		spare := new(big.Rat).Sub(a, big.NewRat(int64(nodes-1), 1))
		if b.Cmp(a) <= 0 {
			continue
		}
		if t := spare.Quo(spare, b.Sub(b, a)); set == 0 || t.Cmp(far) < 0 {
			far, set = t, s
		}
	}
	return far, set
}

// maxBlockShares is the maximum number of shares of a block. If more shares would be needed, the shares are
// rounded, and a link may carry up to one share more.
const maxBlockShares = 1 << 20

// wholeShares converts weights with a sum of 1 to integer shares in the same proportions.
func wholeShares(weights []*big.Rat) (shares []int) {
	all := big.NewInt(1)
	for _, w := range weights {
		all.Div(new(big.Int).Mul(all, w.Denom()), new(big.Int).GCD(nil, nil, all, w.Denom()))
	}
	if !all.IsInt64() || all.Int64() > maxBlockShares {
		all.SetInt64(maxBlockShares)
	}
	for _, w := range weights {
		n := new(big.Int).Mul(all, w.Num())
		shares = append(shares, max(1, int(n.Div(n, w.Denom()).Int64())))
	}
	return shares
}
