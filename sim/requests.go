package sim

// A request is a flight that requests links at a given time.
type request struct {
	time   float64
	asked  float64 // time of its first request
	sender int
	flight int
}

func (r request) before(s request) bool {
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

// requests is a binary heap, the earliest first.
type requests []request

func (h *requests) push(r request) {
	*h = append(*h, r)
	q := *h
	i := len(q) - 1
	for i > 0 && r.before(q[(i-1)/2]) {
		q[i] = q[(i-1)/2]
		i = (i - 1) / 2
	}
	q[i] = r
}

func (h *requests) pop() request {
	q := *h
	first, last := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	*h = q
	i := 0
	for 2*i+1 < len(q) {
		child := 2*i + 1
		if child+1 < len(q) && q[child+1].before(q[child]) {
			child++
		}
		if !q[child].before(last) {
			break
		}
		q[i] = q[child]
		i = child
	}
	if len(q) > 0 {
		q[i] = last
	}
	return first
}

// request queues a message for its links, ts after its start.
func (m *machine[T]) request(f flight[T], path []int32) {
	id := len(m.flights)
	if last := len(m.spare) - 1; last >= 0 {
		id = m.spare[last]
		m.spare = m.spare[:last]
	} else {
		m.flights = append(m.flights, flight[T]{})
	}
	f.path = append(m.flights[id].path[:0], path...)
	m.flights[id] = f
	asked := f.start.time + m.config.Ts
	m.requests.push(request{asked, asked, f.from.rank, id})
}

// fly moves a message over the links that it requests. Under CT it requests all its links, and while one of them is
// taken, requests them again for the time when that link is free. Under SF it requests the next link, and gets it in
// its turn.
func (m *machine[T]) fly(r request) {
	f := &m.flights[r.flight]
	first, last := 0, len(f.path)
	if m.config.Routing == SF {
		first, last = f.hop, min(f.hop+1, last)
	}
	path := f.path[first:last]
	from := m.links.freeFrom(path, r.time)
	if m.config.Routing == CT && from > r.time {
		r.time = from
		m.requests.push(r)
		return
	}
	m.takes(f, path, from)
	end := m.links.take(path, f.words, from)
	if f.hop = last; last < len(f.path) {
		m.requests.push(request{end, end, r.sender, r.flight})
		return
	}
	m.spare = append(m.spare, r.flight)
	m.land(f, end)
	m.settle()
}
