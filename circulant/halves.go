package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// halves divides the blocks me, me+1, ..., me-1, mod p, of a message into two halves: near, the first n
// blocks, and far, the other blocks. At most one half contains both block p-1 and block 0. That half consists
// of the end and the beginning of the message, so scratch holds a contiguous copy of it.
type halves[T any] struct {
	near, far     []T
	copied        []T // the copy in scratch, or empty if there is none
	before, after []T // the originals of the copy: the end and the beginning of the message
}

// halve returns the halves of x. The content of the slice in the field `copied` is undefined. The caller must
// release this slice.
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

// join returns one contiguous slice for two parts of a message. If neither part is empty, the slice is in
// scratch.
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

// fill copies the words of before and after to h.copied.
func (h halves[T]) fill(c *comm.Comm[T]) {
	c.Copy(h.copied[c.Copy(h.copied, h.before):], h.after)
}

// store copies the words of h.copied back to before and after.
func (h halves[T]) store(c *comm.Comm[T]) {
	c.Copy(h.after, h.copied[c.Copy(h.before, h.copied):])
}
