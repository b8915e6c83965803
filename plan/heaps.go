package plan

// An entry is a vertex in a heap, by its place in an order.
type entry struct {
	time  float64 // of its end; 0 if it only waits
	place int
}

// places is a heap of vertices: the earliest first, of those the first in order.
type places []entry

func (h places) Len() int { return len(h) }
func (h places) Less(i, k int) bool {
	return h[i].time < h[k].time || h[i].time == h[k].time && h[i].place < h[k].place
}
func (h places) Swap(i, k int) { h[i], h[k] = h[k], h[i] }
func (h *places) Push(x any)   { *h = append(*h, x.(entry)) }

func (h *places) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
