package comm

// Line is the communicator of the n labels first, first+stride, ... of c, this process among them:
// a row or column of a mesh, a subcube. It is made once and kept, so the next call costs no allocation.
//
// Labels that c does not have, or not this process among them, give a communicator that sends nothing: its
// Err, and so every call of a procedure on it, says why. c stays as it was.
func (c *Comm[T]) Line(first, stride, n int) *Comm[T] {
	label, ok := c.place(first, stride, n)
	if !ok {
		err := Refuse("comm: Line: %d labels from %d by %d, want different ones of 0..%d, %d of this process among them",
			n, first, stride, c.size-1, c.label)
		return &Comm[T]{shared: &shared[T]{port: c.port, err: err}, size: max(n, 1)}
	}
	first, stride = c.first+first*c.stride, c.stride*stride
	for _, line := range c.lines {
		if line.first == first && line.stride == stride && line.size == n && len(line.ranks) == len(c.ranks) &&
			(c.ranks == nil || &line.ranks[0] == &c.ranks[0]) {
			return line
		}
	}
	line := &Comm[T]{shared: c.shared, ranks: c.ranks, first: first, stride: stride, label: label, size: n}
	c.lines = append(c.lines, line)
	return line
}

// place returns where in a line this process is, and whether the line is one of c.
func (c *Comm[T]) place(first, stride, n int) (label int, ok bool) {
	if stride == 0 {
		return 0, false
	}
	label = (c.label - first) / stride
	last := first + (n-1)*stride
	return label, 0 <= label && label < n && first+label*stride == c.label &&
		0 <= min(first, last) && max(first, last) < c.size
}
