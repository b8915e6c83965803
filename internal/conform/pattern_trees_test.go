package conform

// A quarter of the message goes over each of four trees in segments.
func quarter(k Case) int { return max(1, k.M/4/k.Segment) }

// inQuarters: every quarter is as many whole segments.
func inQuarters(int) []int { return []int{0, 4 * segment, 4 * 5 * segment} }

// treesSteps: the last node of a tree is 2n-1 links from the source, and the segments follow each other.
func treesSteps(k Case) int { return quarter(k) + 2*sqrt(k.P) - 2 }

// fourTrees: a node is sent each segment once, over the tree of its quarter, and sends it on when it has it.
// It is at work in a step in which it does either.
func fourTrees(v int, k Case) counts {
	n, segments := sqrt(k.P), quarter(k)
	x, y := v%n, v/n
	back := func(i int) int { return (n - i) % n }
	busy := map[int]bool{}
	var c counts
	for _, place := range [][2]int{{x, y}, {y, back(x)}, {back(x), back(y)}, {back(y), x}} { // turned by a quarter each
		depth, children := inTree(place[0], place[1], n)
		for i := range segments {
			if v != 0 {
				c.Recv, c.In = c.Recv+1, c.In+k.M/4/segments
				busy[depth+i-1] = true
			}
			if children > 0 {
				c.Sent, c.Out = c.Sent+children, c.Out+children*(k.M/4/segments)
				busy[depth+i] = true
			}
		}
	}
	c.Rounds = len(busy)
	return c
}

// inTree returns the distance of a node from the source in the tree that goes along the source's row, down all
// columns but the source's, and round the end of each row to that.
func inTree(u, v, n int) (depth, children int) {
	last := u == n-1
	switch {
	case v == 0 && u == 0:
		return 0, 1
	case v == 0 && last:
		return u, 1
	case v == 0:
		return u, 2
	case u == 0:
		return n + v, 0
	}
	if v < n-1 {
		children++
	}
	if last {
		children++
	}
	return u + v, children
}
