package comm

// Line returns the communicator of the n labels `first`, `first`+stride, ... of c, such as a row or column of
// a mesh, or a subcube. This process must have one of these labels. The line is cached, so a later call with
// the same arguments allocates nothing.
//
// If c does not have all the labels, or this process has none of them, the result sends nothing. Err of the
// result, and every procedure on it, then returns the reason. Err of c does not.
func (c *Comm[T]) Line(first, stride, n int) *Comm[T] {
	label, ok := c.labelInLine(first, stride, n)
	if !ok {
		err := Refuse(
			"comm: Line: %d labels from %d in steps of %d, want distinct labels in 0..%d, including this "+
				"process's own label, %d",
			n, first, stride, c.size-1, c.label)
		return &Comm[T]{sharedState: &sharedState[T]{port: c.port, err: err}, cache: new(commCache[T]),
			size: max(n, 1)}
	}
	shape := c.Shape()
	shape.first, shape.stride = c.first+first*c.stride, c.stride*stride
	shape.label, shape.size = label, n
	for _, line := range c.cache.lines {
		if line.HasShape(&shape) {
			return line
		}
	}
	line := Shaped(c, shape)
	c.cache.lines = append(c.cache.lines, line)
	return line
}

// labelInLine returns this process's label in the line of the n labels `first`, `first`+stride, ... of c. ok
// is false unless these are distinct labels of c and one of them is this process's label.
func (c *Comm[T]) labelInLine(first, stride, n int) (label int, ok bool) {
	if stride == 0 {
		return 0, false
	}
	label = (c.label - first) / stride
	last := first + (n-1)*stride
	return label, 0 <= label && label < n && first+label*stride == c.label &&
		0 <= min(first, last) && max(first, last) < c.size
}
