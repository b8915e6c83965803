package sim

import "slices"

// An arbiter assigns links to the messages that request them, in order of time.
//
// Under CT (cut-through), a message waits in the queue of one link of its path: the link that becomes free
// last. When a link becomes free, only the first message of its queue is examined. If that message cannot
// start, it moves to the queue of another link. Messages behind the head of a queue therefore take no
// computing time.
type arbiter struct {
	links *links
	trace *Trace // nil: no trace
	// pending requests, by time; of the messages in a link's queue, only the first has a request in this heap
	requests requestHeap
	messages []message
	paths    [][]int32 // paths of the messages; only for SF (store-and-forward)
	unused   []int32   // indices of unused elements of messages
}

// addRequest adds the first request of a message for its links. The request's time is the message's start
// time plus ts.
func (a *arbiter) addRequest(f message, path []int32) {
	id := len(a.messages)
	if last := len(a.unused) - 1; last >= 0 {
		id = int(a.unused[last])
		a.unused = a.unused[:last]
	} else {
		if id == cap(a.messages) {
			a.messages = slices.Grow(a.messages, id+1)
		}
		a.messages = append(a.messages, message{})
	}
	a.messages[id] = f
	if a.links.config.Routing == SF {
		if id == len(a.paths) {
			a.paths = append(a.paths, nil)
		}
		a.paths[id] = append(a.paths[id][:0], path...)
	}
	requestTime := f.start.time + a.links.config.Ts
	r := request{requestTime, requestTime, f.from, int32(id), noLink}
	if a.links.config.Routing == CT && len(path) > 0 {
		a.enqueue(r, a.links.lastToBecomeFree(path))
	} else {
		a.requests.push(r)
	}
}

// enqueue puts the message of a request into the queue of a link.
func (a *arbiter) enqueue(r request, link int32) {
	queue := &a.links.queues[link]
	queue.push(waiter{r.requestTime, r.sender, r.message})
	if (*queue)[0].message == r.message {
		a.scheduleHead(link, r.time)
	}
}

// scheduleHead schedules the first message in the queue of a link. The message's request is examined at the
// given time, or later if the link is still in use or the message requests the link later.
func (a *arbiter) scheduleHead(link int32, time float64) {
	if queue := a.links.queues[link]; len(queue) > 0 {
		first := queue[0]
		a.requests.set(request{max(time, first.requestTime, a.links.freeAt[link]), first.requestTime,
			first.sender, first.message, link})
	}
}

// serve examines the earliest request. If the message of this request takes the last links of its path, serve
// returns the message and the time at which its transfer ends. Otherwise serve returns nil. The result is
// valid until the next call to addRequest.
func (a *arbiter) serve() (arrived *message, end float64) {
	r := a.requests.pop()
	if r.link == noLink {
		return a.advance(r)
	}
	if a.links.freeAt[r.link] <= r.time {
		a.links.queues[r.link].pop()
		arrived, end = a.advance(r)
	}
	a.scheduleHead(r.link, r.time)
	return arrived, end
}

// advance moves a message over its links. Under CT the message requests all its links. If one of them is in
// use, the message waits for the link that becomes free last. Under SF the message takes the next link as
// soon as it is free. After the last link, advance returns the message and the end time of its transfer.
func (a *arbiter) advance(r request) (arrived *message, end float64) {
	f := &a.messages[r.message]
	path, more := a.requestedLinks(r.message)
	from := a.links.timeAllFree(path, r.time)
	if a.links.config.Routing == CT && from > r.time {
		a.enqueue(r, a.links.lastToBecomeFree(path))
		return nil, 0
	}
	a.trace.setTaken(f, path, from)
	end = a.links.occupy(path, f.words, from)
	if more {
		f.hop++
		a.requests.push(request{end, end, r.sender, r.message, noLink})
		return nil, 0
	}
	a.unused = append(a.unused, r.message)
	return f, end
}

// requestedLinks returns the links that a message requests next, and whether more links of its path follow.
// Under SF the result is one link of a stored route. Under CT the result is the whole route, which is
// computed again. If many messages wait, computing the route is faster than fetching a stored route from
// memory.
func (a *arbiter) requestedLinks(id int32) (links []int32, more bool) {
	f := &a.messages[id]
	if a.links.config.Routing == CT {
		return a.links.pathBetween(int(f.from), int(f.to)), false
	}
	path, hop := a.paths[id], int(f.hop)
	return path[hop:min(hop+1, len(path))], hop+1 < len(path)
}
