package conform

// The counts of algorithms with a radix r.

// powers returns 1, r, r², ..., as far as they are below p.
func powers(k Case) (list []int) {
	for n := 1; n < k.P; n *= k.Radix {
		list = append(list, n)
	}
	return list
}

// peers: to each of the distances j·n for 1 <= j < r that are below p.
func peers(k Case) (count int) {
	for _, n := range powers(k) {
		count += min(k.Radix-1, (k.P-1)/n)
	}
	return count
}

// digits: a block that goes i nodes further is sent once for each digit of i in base r that is not 0.
func digits(k Case) (blocks int) {
	for i := range k.P {
		for ; i > 0; i /= k.Radix {
			blocks += min(1, i%k.Radix)
		}
	}
	return blocks
}

// children: of the node with most, which is root or leads a whole group.
func children(k Case) (most int) {
	for _, n := range powers(k) {
		whole := k.P / (n * k.Radix) // groups, of which one at least has a leader that is no root of a cut one
		if whole > 0 {
			most += k.Radix - 1
		}
	}
	return max(most, ofRoot(k))
}

// ofRoot: root leads a group of every size, the last of which is cut off at p.
func ofRoot(k Case) (count int) {
	for _, n := range powers(k) {
		size := n * k.Radix
		first := k.Root / size * size
		count += (min(size, k.P-first)+n-1)/n - 1
	}
	return count
}

// handedDown: in a group of every size, the blocks of all parts but that of its leader.
func handedDown(k Case) (blocks int) {
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

// blocksSent: every node but root receives every block once; an empty message is one block.
func blocksSent(k Case) int { return max(1, k.M/segment) * less1(k) }
