package plan

// places is a heap of places in an order.
type places []int

func (h places) Len() int           { return len(h) }
func (h places) Less(i, k int) bool { return h[i] < h[k] }
func (h places) Swap(i, k int)      { h[i], h[k] = h[k], h[i] }
func (h *places) Push(x any)        { *h = append(*h, x.(int)) }
func (h *places) Pop() any          { return pop((*[]int)(h)) }

// An ending is when the vertex of a place in an order ends.
type ending struct {
	time  float64
	place int
}

// ends is a heap of endings.
type ends []ending

func (h ends) Len() int { return len(h) }
func (h ends) Less(i, k int) bool {
	return h[i].time < h[k].time || h[i].time == h[k].time && h[i].place < h[k].place
}
func (h ends) Swap(i, k int) { h[i], h[k] = h[k], h[i] }
func (h *ends) Push(x any)   { *h = append(*h, x.(ending)) }
func (h *ends) Pop() any     { return pop((*[]ending)(h)) }

func pop[T any](h *[]T) T {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
