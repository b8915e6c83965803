package pack

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"

	"topocoll/topo"
)

// mixed returns orders of the dimensions of a torus, with shares of a block, such that all links carry the same. A tree goes from its
// root along the first dimension of its order, from all these nodes along the second one and so on, so along one of extent n it has
// n-1 links times the product of the extents before. links is, by dimension, the links of a node along it; extents are 2 or more.
//
// The numbers of links of a tree, by dimension, are the corners of a polytope: for every set S of dimensions, those along S are at
// least the product of the extents in S less 1, and only those orders reach it that begin with S. Equal loads lie in it, because
// the nodes of a part of the torus have links enough to the others. From a corner through the point to the border, one more set has
// its least; the orders after that begin with it. So the point is the mean of a corner and of another point, with fewer choices left.
func mixed(extents topo.Mesh, links []int) (orders [][]int, shares []int) {
	k := len(extents)
	if slices.Min(extents) == slices.Max(extents) {
		for first := range k {
			orders = append(orders, append(upTo(k)[first:], upTo(first)...))
		}
		return orders, slices.Repeat([]int{1}, k)
	}
	all := 0 // links of a node
	for _, c := range links {
		all += c
	}
	point := make([]*big.Rat, k)
	for i, c := range links {
		point[i] = big.NewRat(int64(c*(extents.Size()-1)), int64(all))
	}
	var weights []*big.Rat
	rest := big.NewRat(1, 1)
	least := []int{1<<k - 1} // sets that have their least, by size
	for {
		order := upTo(k)
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(firstWith(least, a), firstWith(least, b)) })
		corner := along(extents, order)
		far, set := beyond(extents, point, corner)
		orders = append(orders, order)
		if set == 0 {
			weights = append(weights, rest)
			return orders, whole(weights)
		}
		part := new(big.Rat).Add(far, big.NewRat(1, 1))
		part.Inv(part) // of the point on the border
		weights = append(weights, new(big.Rat).Mul(rest, new(big.Rat).Sub(big.NewRat(1, 1), part)))
		rest = new(big.Rat).Mul(rest, part)
		for i, x := range point {
			step := new(big.Rat).Sub(x, corner[i])
			point[i] = new(big.Rat).Add(x, step.Mul(step, far))
		}
		least = append(least, set)
		slices.SortFunc(least, func(a, b int) int { return bits.OnesCount(uint(a)) - bits.OnesCount(uint(b)) })
	}
}

// firstWith returns which of some sets is the first one with an element.
func firstWith(sets []int, element int) int {
	return slices.IndexFunc(sets, func(set int) bool { return set>>element&1 == 1 })
}

// along returns the links of a tree along each dimension.
func along(extents topo.Mesh, order []int) []*big.Rat {
	links, nodes := make([]*big.Rat, len(order)), 1
	for _, d := range order {
		links[d] = big.NewRat(int64(nodes*(extents[d]-1)), 1)
		nodes *= extents[d]
	}
	return links
}

// beyond returns how far behind the point, in distances from the corner to the point, the border lies, and the set that has its
// least there; 0 if corner and point are the same.
func beyond(extents topo.Mesh, point, corner []*big.Rat) (far *big.Rat, set int) {
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

// mostShares is the greatest number of shares of a block; beyond it they are rounded, and links carry up to one share in that many more.
const mostShares = 1 << 20

// whole turns weights with a sum of 1 into whole shares in the same proportions.
func whole(weights []*big.Rat) (shares []int) {
	all := big.NewInt(1)
	for _, w := range weights {
		all.Div(new(big.Int).Mul(all, w.Denom()), new(big.Int).GCD(nil, nil, all, w.Denom()))
	}
	if !all.IsInt64() || all.Int64() > mostShares {
		all.SetInt64(mostShares)
	}
	for _, w := range weights {
		n := new(big.Int).Mul(all, w.Num())
		shares = append(shares, max(1, int(n.Div(n, w.Denom()).Int64())))
	}
	return shares
}
