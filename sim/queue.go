package sim

import "slices"

// A waiter is an entry of the queue of a link: a message that waits for the link.
type waiter struct {
	asked          float64 // time of the message's first request for a link
	sender, flight int32
}

func (w waiter) precedes(v waiter) bool {
	if w.asked != v.asked {
		return w.asked < v.asked
	}
	if w.sender != v.sender {
		return w.sender < v.sender
	}
	return w.flight < v.flight
}

// A queue is a heap of waiters, earliest first. Each waiter has four children, because long queues do not fit
// into a cache, and four waiters fit into one cache line.
type queue []waiter

func (q *queue) push(w waiter) {
	if len(*q) == cap(*q) {
		*q = slices.Grow(*q, len(*q)+1)
	}
	h := append(*q, w)
	i := len(h) - 1
	for ; i > 0 && w.precedes(h[(i-1)/4]); i = (i - 1) / 4 {
		h[i] = h[(i-1)/4]
	}
	h[i], *q = w, h
}

func (q *queue) pop() {
	end := len(*q) - 1
	last, h := (*q)[end], (*q)[:end]
	*q = h
	if end == 0 {
		return
	}
	i := 0
	for 4*i+1 < end {
		least := 4*i + 1
		for child := least + 1; child < min(4*i+5, end); child++ {
			if h[child].precedes(h[least]) {
				least = child
			}
		}
		if !h[least].precedes(last) {
			break
		}
		h[i], i = h[least], least
	}
	h[i] = last
}
