package sim

import "slices"

// A waiter is a message that waits for a link.
type waiter struct {
	requestTime     float64 // time of the message's first request for a link
	sender, message int32
}

func (w waiter) precedes(v waiter) bool {
	if w.requestTime != v.requestTime {
		return w.requestTime < v.requestTime
	}
	if w.sender != v.sender {
		return w.sender < v.sender
	}
	return w.message < v.message
}

// A linkQueue is a heap of the messages that wait for a link, earliest first. Each waiter has four children,
// because long queues do not fit into a cache, and four waiters fit into one cache line.
type linkQueue []waiter

func (q *linkQueue) push(w waiter) {
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

func (q *linkQueue) pop() {
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
