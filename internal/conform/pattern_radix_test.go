package conform

// These functions return the counts of algorithms with a radix r.

// powers returns 1, r, r², ... below p.
func powers(k Case) (list []int) {
	for n := 1; n < k.P; n *= k.Radix {
		list = append(list, n)
	}
	return list
}

// peers returns the number of distances j·n below p, for 1 <= j < r and every power n of r.
func peers(k Case) (count int) {
	for _, n := range powers(k) {
		count += min(k.Radix-1, (k.P-1)/n)
	}
	return count
}

// digits returns the number of blocks that are sent. A block for the node at distance i is sent once for each
// nonzero digit of i in base r.
func digits(k Case) (blocks int) {
	for i := range k.P {
		for ; i > 0; i /= k.Radix {
			blocks += min(1, i%k.Radix)
		}
	}
	return blocks
}

// children returns the largest number of children of a node. This node is the root or the leader of a
// complete group.
func children(k Case) (most int) {
	for _, n := range powers(k) {
		// number of groups; at least one of them has a leader that does not lead a truncated group
		whole := k.P / (n * k.Radix)
		if whole > 0 {
			most += k.Radix - 1
		}
	}
	return max(most, rootChildren(k))
}

// rootChildren returns the number of children of the root, which leads a group of every size. The last group
// is truncated at p.
func rootChildren(k Case) (count int) {
	for _, n := range powers(k) {
		size := n * k.Radix
		first := k.Root / size * size
		count += (min(size, k.P-first)+n-1)/n - 1
	}
	return count
}

// blocksHandedDown returns the number of blocks that leaders send in groups of every size. A leader sends all
// parts except its own.
func blocksHandedDown(k Case) (blocks int) {
	for _, n := range powers(k) {
		size := n * k.Radix
		for first := 0; first < k.P; first += size {
			own := first
			if first <= k.Root && k.Root < first+size {
				own = k.Root / n * n
			}
			blocks += min(size, k.P-first) - min(n, k.P-own)
		}
	}
	return blocks
}

// blocksSent returns the number of blocks that are sent. Every node except the root receives every block
// once, and an empty message counts as one block.
func blocksSent(k Case) int { return max(1, k.M/segment) * less1(k) }
