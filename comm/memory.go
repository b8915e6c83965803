package comm

// An Observer is a Port that has to see what its process does between messages: its local moves, and the memory of
// Scratch. The port on which package plan records a procedure is one.
type Observer[T any] interface {
	Port[T]
	// Copied is called in place of copy(dst, src), with two slices of the same length.
	Copied(dst, src []T)
	// Arena returns n words for Scratch. If there was an arena before, word i of the new one takes the place of
	// word i of the old one, except for slices that Scratch has returned from the old one.
	Arena(n int) []T
}

// Copy is the builtin copy. Procedures call it for their local moves, so that an Observer sees them. It copies even if
// there has been an error.
func (c *Comm[T]) Copy(dst, src []T) int {
	if c.observer == nil {
		return copy(dst, src)
	}
	n := min(len(dst), len(src))
	c.observer.Copied(dst[:n], src[:n])
	return n
}

// Scratch returns n words of arbitrary content, for the caller's use until Release. The communicator keeps the
// memory, so a collective allocates only the first time it needs that much.
func (c *Comm[T]) Scratch(n int) []T {
	if c.used+n > len(c.arena) {
		c.arena = c.newArena(max(c.used+n, 2*len(c.arena))) // slices returned before keep the old array
	}
	c.used += n
	return c.arena[c.used-n : c.used : c.used]
}

func (c *Comm[T]) newArena(n int) []T {
	if c.observer == nil {
		return make([]T, n)
	}
	return c.observer.Arena(n)
}

// Release returns a slice of Scratch; the last one obtained is released first.
func (c *Comm[T]) Release(x []T) { c.used -= len(x) }

// Mark returns how much of Scratch is in use, for a later ReleaseTo: for loops that call Scratch in every iteration.
func (c *Comm[T]) Mark() int { return c.used }

// ReleaseTo releases all slices obtained from Scratch since Mark.
func (c *Comm[T]) ReleaseTo(mark int) { c.used = mark }

// Held returns where a node keeps blocks first..end-1 on their way from or to root: root has them in all, a node with only its own one in
// mine, and every other one in Scratch, which the caller gives back with ReleaseTo.
func Held[T any](c *Comm[T], root int, b Blocks, first, end int, all, mine []T) []T {
	switch {
	case c.Label() == root:
		return all
	case end-first == 1:
		return mine // sent or received without a copy
	}
	return c.Scratch(b.Start(end) - b.Start(first))
}
