package comm

// Copy is like the builtin copy, but also informs an Observer. It copies even after an error.
func (c *Comm[T]) Copy(dst, src []T) int {
	if c.observer == nil {
		return copy(dst, src)
	}
	n := min(len(dst), len(src))
	c.observer.Copied(dst[:n], src[:n])
	return n
}

// Scratch returns n words of arbitrary content, for the caller's use until Release. The communicator retains
// the memory, so a collective allocates only when it needs more than before.
func (c *Comm[T]) Scratch(n int) []T {
	if c.used+n > len(c.arena) {
		// slices that Scratch returned earlier still use the old array
		c.arena = c.newArena(max(c.used+n, 2*len(c.arena)))
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

// Release returns a slice to Scratch. Release slices in the reverse order of their allocation.
func (c *Comm[T]) Release(x []T) { c.used -= len(x) }

// Mark returns the number of words of Scratch that are in use. Pass the result to ReleaseTo later. Use Mark
// and ReleaseTo in loops that call Scratch.
func (c *Comm[T]) Mark() int { return c.used }

// ReleaseTo releases all slices obtained from Scratch since Mark.
func (c *Comm[T]) ReleaseTo(mark int) { c.used = mark }

// Held returns the memory in which this node holds the blocks `first`, `first`+1, ..., `end`-1 on their way
// to or from root. On root it is the slice `all`. On a node that holds only its own block, it is the slice
// `mine`. On other nodes it is memory from Scratch, which the caller releases with ReleaseTo.
func Held[T any](c *Comm[T], root int, b Blocks, first, end int, all, mine []T) []T {
	switch {
	case c.Label() == root:
		return all
	case end-first == 1:
		return mine // the block is sent or received without a copy
	}
	return c.Scratch(b.Start(end) - b.Start(first))
}
