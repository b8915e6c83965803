package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// contiguousHalves holds the two halves of a message. The field `near` has the n blocks me, me+1, ...,
// me+n-1, mod p, and the field `far` has the other blocks. At most one half contains both block p-1 and block
// 0. In memory, that half is at the end and at the beginning of the message, so scratch memory holds a
// contiguous copy of it.
type contiguousHalves[T any] struct {
	near, far     []T
	copied        []T // the copy in scratch memory, or empty if there is none
	before, after []T // the originals of the copy: the end and the beginning of the message
}

// newHalves returns the halves of x. The field `near` has n blocks. newHalves does not fill the field
// `copied`. The caller must pass this field to c.Release.
func newHalves[T any](c *comm.Comm[T], blocks comm.Blocks, x []T, n int) (h contiguousHalves[T]) {
	p, me := c.Size(), c.Label()
	start, far := blocks.Start(me), blocks.Start(topo.Mod(me+n, p))
	if me+n < p {
		h.near, h.far = x[start:far], h.joinParts(c, x[far:], x[:start])
	} else {
		h.near, h.far = h.joinParts(c, x[start:], x[:far]), x[far:start]
	}
	return h
}

// joinParts returns one contiguous slice for two parts of a message. If neither part is empty, the slice is
// in scratch memory.
func (h *contiguousHalves[T]) joinParts(c *comm.Comm[T], before, after []T) []T {
	switch {
	case len(after) == 0:
		return before
	case len(before) == 0:
		return after
	}
	h.before, h.after, h.copied = before, after, c.Scratch(len(before)+len(after))
	return h.copied
}

// fillCopy copies the words of h.before and h.after to h.copied.
func (h contiguousHalves[T]) fillCopy(c *comm.Comm[T]) {
	c.Copy(h.copied[c.Copy(h.copied, h.before):], h.after)
}

// storeCopy copies the words of h.copied back to h.before and h.after.
func (h contiguousHalves[T]) storeCopy(c *comm.Comm[T]) {
	c.Copy(h.after, h.copied[c.Copy(h.before, h.copied):])
}
