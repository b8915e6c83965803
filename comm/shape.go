package comm

import "unsafe"

// A Shape identifies the processes and labels of a communicator. If two communicators of one port have the
// same Shape, they have the same processes with the same labels. A Shape is comparable.
type Shape struct {
	ranks         *int // pointer to the first rank in a result of Map or Sub; unique while the Shape exists
	rankCount     int
	first, stride int
	label, size   int
}

// Shape returns the shape of c.
func (c *Comm[T]) Shape() Shape {
	return Shape{unsafe.SliceData(c.ranks), len(c.ranks), c.first, c.stride, c.label, c.size}
}

// Size returns the number of processes.
func (s *Shape) Size() int { return s.size }

// HasShape reports whether s is the shape of c.
func (c *Comm[T]) HasShape(s *Shape) bool { return c.Shape() == *s }

// Shaped returns a communicator with shape s on the port of c.
func Shaped[T any](c *Comm[T], s Shape) *Comm[T] {
	return &Comm[T]{sharedState: c.sharedState, cache: c.cache, ranks: unsafe.Slice(s.ranks, s.rankCount),
		first: s.first, stride: s.stride, label: s.label, size: s.size}
}

// Port returns the port of c. A rank of the port may differ from the label of the same process in c.
func (c *Comm[T]) Port() Port[T] { return c.port }

// Fail sets the error of c to err if c has no error yet. It returns the error of c.
func (c *Comm[T]) Fail(err error) error {
	if c.err == nil {
		c.err = err
	}
	return c.err
}
