package sim

// A request is the request of a flight for links at a given time.
type request struct {
	time   float64
	asked  float64 // time of the flight's first request for a link
	sender int32
	flight int32
	link   int32 // link whose queue this request leads, as an index (see links.position), or noLink
}

const noLink = -1

func (r request) precedes(s request) bool {
	if r.time != s.time {
		return r.time < s.time
	}
	if r.asked != s.asked {
		return r.asked < s.asked
	}
	if r.sender != s.sender {
		return r.sender < s.sender
	}
	return r.flight < s.flight
}

// requests is a binary heap of requests, earliest first. It has at most one request for each link.
type requests struct {
	heap []request
	at   []int32 // for each link, the heap index of its request, or absent
}

const absent = -1

func (h *requests) push(r request) {
	h.heap = append(h.heap, r)
	h.siftUp(len(h.heap)-1, r)
}

func (h *requests) pop() request {
	first, end := h.heap[0], len(h.heap)-1
	last := h.heap[end]
	h.heap = h.heap[:end]
	if first.link != noLink {
		h.at[first.link] = absent
	}
	if end > 0 {
		h.siftDown(0, last)
	}
	return first
}

// set inserts r into the heap, or replaces the request of the same link.
func (h *requests) set(r request) {
	for len(h.at) <= int(r.link) {
		h.at = append(h.at, absent)
	}
	switch i := int(h.at[r.link]); {
	case i == absent:
		h.push(r)
	case r.precedes(h.heap[i]):
		h.siftUp(i, r)
	default:
		h.siftDown(i, r)
	}
}

func (h *requests) siftUp(i int, r request) {
	for i > 0 && r.precedes(h.heap[(i-1)/2]) {
		h.put(i, h.heap[(i-1)/2])
		i = (i - 1) / 2
	}
	h.put(i, r)
}

func (h *requests) siftDown(i int, r request) {
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

func (h *requests) put(i int, r request) {
	h.heap[i] = r
	if r.link != noLink {
		h.at[r.link] = int32(i)
	}
}
