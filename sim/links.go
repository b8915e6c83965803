package sim

import (
	"errors"
	"math"
	"slices"
)

// links is the state of the network during a run. A link takes memory when it is used: in a tree that is one in log p of
// a hypercube's.
type links struct {
	config Config
	place  []int32   // of each link in the following, plus one; 0 if it has not been used
	words  []int     // so far
	free   []float64 // under contention: when the link is free
	queues []queue   // under contention and CT: of the messages that wait for it
	used   []span    // without contention, if watched: from the first to the last use
	path   []int32   // the latest route

	shared, watched bool // see take and alone
}

type span struct{ start, end float64 }

func newLinks(config Config) *links {
	return &links{config: config, place: make([]int32, config.Network.Links())}
}

// of returns the place of a link in use.
func (l *links) of(link int32) int32 { return l.place[link] - 1 }

// use gives a link its place.
func (l *links) use(link int32) {
	most := len(l.place)
	l.words = add(l.words, most, 0)
	switch {
	case l.shared:
		l.free = add(l.free, most, 0)
		if l.config.Routing == CT {
			l.queues = add(l.queues, most, nil)
		}
	case l.watched:
		l.used = add(l.used, most, span{math.Inf(1), math.Inf(-1)})
	}
	l.place[link] = int32(len(l.words))
}

// add appends to a list of at most most elements. When it is a quarter full it gets room for all, so that old copies of a
// long list do not take more memory than the list.
func add[E any](list []E, most int, x E) []E {
	if n := len(list); n == cap(list) && n > most/4 {
		list = slices.Grow(list, most-n)
	}
	return append(list, x)
}

// load returns the words over each link.
func (l *links) load() []int {
	words := make([]int, len(l.place))
	for link, place := range l.place {
		if place > 0 {
			words[link] = l.words[place-1]
		}
	}
	return words
}

// errShared ends a run without contention if contention may change its result.
var errShared = errors.New("sim: two messages may want a link at the same time")

// alone reports whether a message that starts at the given time uses its links before or after all earlier uses of
// them. Messages are not seen in the order of time, so a use between two others counts as shared.
func (l *links) alone(path []int32, words int, start float64) bool {
	if !l.watched {
		return true
	}
	now := span{start: start + l.config.Ts}
	now.end = now.start + l.config.hold(words, path)
	for hop, link := range path {
		if l.config.Routing == SF {
			now.start = start + l.config.Ts + l.config.hold(words, path[:hop])
			now.end = start + l.config.Ts + l.config.hold(words, path[:hop+1])
		}
		used := &l.used[l.of(link)]
		if now.start < used.end && now.end > used.start {
			return false
		}
		*used = span{min(used.start, now.start), max(used.end, now.end)}
	}
	return true
}

// route returns the links between two processes, until the next call, and counts the words on them.
func (l *links) route(from, to, words int) []int32 {
	path := l.between(from, to)
	for _, link := range path {
		if l.place[link] == 0 {
			l.use(link)
		}
		l.words[l.of(link)] += words
	}
	return path
}

// between returns the links between two processes, until the next call.
func (l *links) between(from, to int) []int32 {
	l.path = l.config.Network.Route(l.path[:0], l.config.place(from), l.config.place(to))
	return l.path
}

// freeFrom returns the earliest time, not before the given one, from which all links of a path are free.
func (l *links) freeFrom(path []int32, time float64) float64 {
	for _, link := range path {
		time = max(time, l.free[l.of(link)])
	}
	return time
}

// freeLast returns the place of the link of a path that is free last.
func (l *links) freeLast(path []int32) int32 {
	last := l.of(path[0])
	for _, link := range path[1:] {
		if at := l.of(link); l.free[at] > l.free[last] {
			last = at
		}
	}
	return last
}

// take assigns the links of a path to a message at the given time and returns the time at which its last word has
// crossed them.
func (l *links) take(path []int32, words int, time float64) (end float64) {
	end = time + l.config.hold(words, path)
	for _, link := range path {
		l.free[l.of(link)] = end
	}
	return end
}
