package sim

import "slices"

// Under CT a message waits in the queue of one link of its path: the link that becomes free last. When a link
// becomes free, only the first message of its queue is examined. If it cannot start, it waits for another
// link. So a waiting message costs nothing until it is the first, however many messages wait.

// request lets a message request its links, at the time ts after its start.
func (m *machine[T]) request(f flight, path []int32) {
	id := len(m.flights)
	if last := len(m.spare) - 1; last >= 0 {
		id = int(m.spare[last])
		m.spare = m.spare[:last]
	} else {
		if id == cap(m.flights) {
			m.flights = slices.Grow(m.flights, id+1)
		}
		m.flights = append(m.flights, flight{})
	}
	m.flights[id] = f
	if m.config.Routing == SF {
		if id == len(m.paths) {
			m.paths = append(m.paths, nil)
		}
		m.paths[id] = append(m.paths[id][:0], path...)
	}
	asked := f.start.time + m.config.Ts
	r := request{asked, asked, f.from, int32(id), noLink}
	if m.config.Routing == CT && len(path) > 0 {
		m.await(r, m.links.freeLast(path))
	} else {
		m.requests.push(r)
	}
}

// await puts a request into the queue of a link.
func (m *machine[T]) await(r request, link int32) {
	queue := &m.links.queues[link]
	queue.push(waiter{r.asked, r.sender, r.flight})
	if (*queue)[0].flight == r.flight {
		m.scheduleHead(link, r.time)
	}
}

// scheduleHead schedules the first request in the queue of a link. The request will be examined when the link
// is free, at the given time or later.
func (m *machine[T]) scheduleHead(link int32, time float64) {
	if queue := m.links.queues[link]; len(queue) > 0 {
		first := queue[0]
		m.requests.set(
			request{max(time, first.asked, m.links.free[link]), first.asked, first.sender, first.flight,
				link})
	}
}

// serve examines the earliest request.
func (m *machine[T]) serve(r request) {
	switch {
	case r.link == noLink:
		m.fly(r)
		return
	case m.links.free[r.link] <= r.time:
		m.links.queues[r.link].pop()
		m.fly(r)
	}
	m.scheduleHead(r.link, r.time)
}

// fly moves a message over its links. Under CT the message requests all its links. If one of them is in use,
// the message waits for the link that becomes free last. Under SF it requests the next link and waits for it.
func (m *machine[T]) fly(r request) {
	f := &m.flights[r.flight]
	path, more := m.next(r.flight)
	from := m.links.freeFrom(path, r.time)
	if m.config.Routing == CT && from > r.time {
		m.await(r, m.links.freeLast(path))
		return
	}
	m.recordTaken(f, path, from)
	end := m.links.take(path, f.words, from)
	if more {
		f.hop++
		m.requests.push(request{end, end, r.sender, r.flight, noLink})
		return
	}
	m.spare = append(m.spare, r.flight)
	m.land(f, end)
	m.settle()
}

// next returns the links that a message requests, and whether its path has more links after them. Under SF it
// is one link of a stored route. Under CT it is the whole route, which is computed again. If many messages
// wait, this is faster than fetching a stored route from memory.
func (m *machine[T]) next(id int32) (links []int32, more bool) {
	f := &m.flights[id]
	if m.config.Routing == CT {
		return m.links.pathBetween(int(f.from), int(f.to)), false
	}
	path, hop := m.paths[id], int(f.hop)
	return path[hop:min(hop+1, len(path))], hop+1 < len(path)
}
