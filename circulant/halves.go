package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// halves are the blocks me, me+1, ..., me-1, mod p, of a message: the first n are near, the others far. Block
// 0 follows block p-1 in one half at most. This half consists of the end and the beginning of the message, so
// it is copied to scratch.
type halves[T any] struct {
	near, far     []T
	copied        []T // the half in scratch; empty if there is none
	before, after []T // the end and the beginning of the message, of which it consists
}

// halve returns the halves of x. copied has arbitrary content; the caller releases it.
func halve[T any](c *comm.Comm[T], blocks comm.Blocks, x []T, n int) (h halves[T]) {
	p, me := c.Size(), c.Label()
	start, far := blocks.Start(me), blocks.Start(topo.Mod(me+n, p))
	if me+n < p {
		h.near, h.far = x[start:far], h.join(c, x[far:], x[:start])
	} else {
		h.near, h.far = h.join(c, x[start:], x[:far]), x[far:start]
	}
	return h
}

// join returns one slice for two parts of a message; it is in scratch if neither part is empty.
func (h *halves[T]) join(c *comm.Comm[T], before, after []T) []T {
	switch {
	case len(after) == 0:
		return before
	case len(before) == 0:
		return after
	}
	h.before, h.after, h.copied = before, after, c.Scratch(len(before)+len(after))
	return h.copied
}

// fill copies the words of the message to copied.
func (h halves[T]) fill(c *comm.Comm[T]) {
	c.Copy(h.copied[c.Copy(h.copied, h.before):], h.after)
}

// store copies the words of copied to the message.
func (h halves[T]) store(c *comm.Comm[T]) {
	c.Copy(h.after, h.copied[c.Copy(h.before, h.copied):])
}
