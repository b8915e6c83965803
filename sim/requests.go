package sim

// A request is a message's request for the next links of its path. The arbiter examines it at a given time.
type request struct {
	time        float64 // when the arbiter examines the request
	requestTime float64 // time of the message's first request for a link
	sender      int32
	message     int32 // index in arbiter.messages
	link        int32 // index (see links.index) of the link whose queue this message heads, or noLink
}

const noLink = -1

func (r request) precedes(s request) bool {
	if r.time != s.time {
		return r.time < s.time
	}
	if r.requestTime != s.requestTime {
		return r.requestTime < s.requestTime
	}
	if r.sender != s.sender {
		return r.sender < s.sender
	}
	return r.message < s.message
}

// A requestHeap is a binary heap of requests, earliest first. It has at most one request for each link.
type requestHeap struct {
	heap []request
	at   []int32 // for each link, the heap index of its request, or notQueued
}

const notQueued = -1

func (h *requestHeap) push(r request) {
	h.heap = append(h.heap, r)
	h.siftUp(len(h.heap)-1, r)
}

func (h *requestHeap) pop() request {
	first, end := h.heap[0], len(h.heap)-1
	last := h.heap[end]
	h.heap = h.heap[:end]
	if first.link != noLink {
		h.at[first.link] = notQueued
	}
	if end > 0 {
		h.siftDown(0, last)
	}
	return first
}

// set inserts r into the heap, or replaces the request of the same link.
func (h *requestHeap) set(r request) {
	for len(h.at) <= int(r.link) {
		h.at = append(h.at, notQueued)
	}
	switch i := int(h.at[r.link]); {
	case i == notQueued:
		h.push(r)
	case r.precedes(h.heap[i]):
		h.siftUp(i, r)
	default:
		h.siftDown(i, r)
	}
}

func (h *requestHeap) siftUp(i int, r request) {
	for i > 0 && r.precedes(h.heap[(i-1)/2]) {
		h.put(i, h.heap[(i-1)/2])
		i = (i - 1) / 2
	}
	h.put(i, r)
}

func (h *requestHeap) siftDown(i int, r request) {
	for 2*i+1 < len(h.heap) {
		child := 2*i + 1
		if child+1 < len(h.heap) && h.heap[child+1].precedes(h.heap[child]) {
			child++
		}
		if !h.heap[child].precedes(r) {
			break
		}
		h.put(i, h.heap[child])
		i = child
	}
	h.put(i, r)
}

func (h *requestHeap) put(i int, r request) {
	h.heap[i] = r
	if r.link != noLink {
		h.at[r.link] = int32(i)
	}
}
