package sim

import "slices"

// An arbiter assigns links to the messages that request them, in order of time.
//
// Under CT (cut-through), a message waits in the queue of one link of its path: the link that becomes free
// last. When a link becomes free, only the first message of its queue is examined. If that message cannot
// start, it moves to the queue of a different link. Waiting messages behind the head of a queue therefore
// cost no computation.
type arbiter struct {
	links *links
	trace *Trace // nil: no trace
	// pending requests, by time; of a queue of waiting flights, only the first has a request here
	requests requests
	flights  []flight
	paths    [][]int32 // paths of the flights; only for SF (store-and-forward)
	spare    []int32   // indices of unused flights, for reuse
}

// request adds the request of a message for its links. A message makes this request at its start time plus
// ts.
func (a *arbiter) request(f flight, path []int32) {
	id := len(a.flights)
	if last := len(a.spare) - 1; last >= 0 {
		id = int(a.spare[last])
		a.spare = a.spare[:last]
	} else {
		if id == cap(a.flights) {
			a.flights = slices.Grow(a.flights, id+1)
		}
		a.flights = append(a.flights, flight{})
	}
	a.flights[id] = f
	if a.links.config.Routing == SF {
		if id == len(a.paths) {
			a.paths = append(a.paths, nil)
		}
		a.paths[id] = append(a.paths[id][:0], path...)
	}
	asked := f.start.time + a.links.config.Ts
	r := request{asked, asked, f.from, int32(id), noLink}
	if a.links.config.Routing == CT && len(path) > 0 {
		a.await(r, a.links.freeLast(path))
	} else {
		a.requests.push(r)
	}
}

// await puts a request into the queue of a link.
func (a *arbiter) await(r request, link int32) {
	queue := &a.links.queues[link]
	queue.push(waiter{r.asked, r.sender, r.flight})
	if (*queue)[0].flight == r.flight {
		a.scheduleHead(link, r.time)
	}
}

// scheduleHead schedules the first request in the queue of a link. The request is examined at the given time,
// or later if the link is still in use or the message requests it later.
func (a *arbiter) scheduleHead(link int32, time float64) {
	if queue := a.links.queues[link]; len(queue) > 0 {
		first := queue[0]
		a.requests.set(
			request{max(time, first.asked, a.links.free[link]), first.asked, first.sender, first.flight,
				link})
	}
}

// serve examines the earliest request. If this takes the message over the last links of its path, serve
// returns the message and the time at which its transfer ends. Otherwise it returns nil. The result is valid
// until the next call to request.
func (a *arbiter) serve() (arrived *flight, end float64) {
	r := a.requests.pop()
	if r.link == noLink {
		return a.fly(r)
	}
	if a.links.free[r.link] <= r.time {
		a.links.queues[r.link].pop()
		arrived, end = a.fly(r)
	}
	a.scheduleHead(r.link, r.time)
	return arrived, end
}

// fly moves a message over its links. Under CT the message requests all its links. If one of them is in use,
// the message waits for the link that becomes free last. Under SF it requests the next link and waits for it.
// If the message has crossed all links, fly returns the message and the time at which its transfer ends.
func (a *arbiter) fly(r request) (arrived *flight, end float64) {
	f := &a.flights[r.flight]
	path, more := a.next(r.flight)
	from := a.links.freeFrom(path, r.time)
	if a.links.config.Routing == CT && from > r.time {
		a.await(r, a.links.freeLast(path))
		return nil, 0
	}
	a.trace.setTaken(f, path, from)
	end = a.links.take(path, f.words, from)
	if more {
		f.hop++
		a.requests.push(request{end, end, r.sender, r.flight, noLink})
		return nil, 0
	}
	a.spare = append(a.spare, r.flight)
	return f, end
}

// next returns the links that a message requests now, and whether more links of its path follow. Under SF the
// result is one link of a stored route. Under CT it is the whole route, which next computes again. If many
// messages wait, this is faster than fetching a stored route from memory.
func (a *arbiter) next(id int32) (links []int32, more bool) {
	f := &a.flights[id]
	if a.links.config.Routing == CT {
		return a.links.pathBetween(int(f.from), int(f.to)), false
	}
	path, hop := a.paths[id], int(f.hop)
	return path[hop:min(hop+1, len(path))], hop+1 < len(path)
}
