package sim

import (
	"errors"
	"math"
	"slices"
)

// links is the state of the network during a run. Most of the memory for a link is allocated when the link is
// first used. A tree, for example, uses only one in log p links of a hypercube.
type links struct {
	config Config
	place  []int32   // for each link, its index in the following slices, plus one; 0 if it has not been used
	words  []int     // number of words that have crossed the link
	free   []float64 // under contention: the time at which the link is free
	queues []queue   // under contention with CT: the messages that wait for the link
	used   []span    // without contention, if watched: the time from the first to the last use of the link
	path   []int32   // result of the last call to pathBetween

	shared, watched bool // shared: messages wait for links in use; watched: useAlone checks the links
}

type span struct{ start, end float64 }

func newLinks(config Config) *links {
	return &links{config: config, place: make([]int32, config.Network.Links())}
}

// position returns the index of a used link in the slices of l.
func (l *links) position(link int32) int32 { return l.place[link] - 1 }

// assignPosition assigns the link the next index in the slices of l.
func (l *links) assignPosition(link int32) {
	most := len(l.place)
	l.words = appendBounded(l.words, most, 0)
	switch {
	case l.shared:
		l.free = appendBounded(l.free, most, 0)
		if l.config.Routing == CT {
			l.queues = appendBounded(l.queues, most, nil)
		}
	case l.watched:
		l.used = appendBounded(l.used, most, span{math.Inf(1), math.Inf(-1)})
	}
	l.place[link] = int32(len(l.words))
}

// appendBounded appends to a list that never has more than `most` elements. When the list is a quarter full,
// it is given its final capacity. Otherwise the old copies of a growing list would take more memory than the
// list.
func appendBounded[E any](list []E, most int, x E) []E {
	if n := len(list); n == cap(list) && n > most/4 {
		list = slices.Grow(list, most-n)
	}
	return append(list, x)
}

// load returns the number of words that have crossed each link.
func (l *links) load() []int {
	words := make([]int, len(l.place))
	for link, place := range l.place {
		if place > 0 {
			words[link] = l.words[place-1]
		}
	}
	return words
}

// errShared ends a run without contention if contention might change its result.
var errShared = errors.New("sim: two messages may request a link at the same time")

// useAlone reports whether a message that starts at the given time uses each of its links before or after all
// recorded uses of the link. It records the new use. For each link, only the time from the first to the last
// use is recorded. A use in a gap between two earlier uses therefore counts as shared.
func (l *links) useAlone(path []int32, words int, start float64) bool {
	if !l.watched {
		return true
	}
	now := span{start: start + l.config.Ts}
	now.end = now.start + l.config.linkTime(words, path)
	for hop, link := range path {
		if l.config.Routing == SF {
			now.start = start + l.config.Ts + l.config.linkTime(words, path[:hop])
			now.end = start + l.config.Ts + l.config.linkTime(words, path[:hop+1])
		}
		used := &l.used[l.position(link)]
		if now.start < used.end && now.end > used.start {
			return false
		}
		*used = span{min(used.start, now.start), max(used.end, now.end)}
	}
	return true
}

// route returns the links between two processes, and adds the words to the load of these links. The result is
// valid until the next call.
func (l *links) route(from, to, words int) []int32 {
	path := l.pathBetween(from, to)
	for _, link := range path {
		if l.place[link] == 0 {
			l.assignPosition(link)
		}
		l.words[l.position(link)] += words
	}
	return path
}

// pathBetween returns the links between two processes. The result is valid until the next call.
func (l *links) pathBetween(from, to int) []int32 {
	l.path = l.config.Network.Route(l.path[:0], l.config.nodeOf(from), l.config.nodeOf(to))
	return l.path
}

// freeFrom returns the earliest time, not before the given one, at which all links of a path are free.
func (l *links) freeFrom(path []int32, time float64) float64 {
	for _, link := range path {
		time = max(time, l.free[l.position(link)])
	}
	return time
}

// freeLast returns the position (see position) of the link of a path that becomes free last.
func (l *links) freeLast(path []int32) int32 {
	last := l.position(path[0])
	for _, link := range path[1:] {
		if at := l.position(link); l.free[at] > l.free[last] {
			last = at
		}
	}
	return last
}

// take assigns the links of a path to a message at the given time and returns the time at which its last word
// has crossed them.
func (l *links) take(path []int32, words int, time float64) (end float64) {
	end = time + l.config.linkTime(words, path)
	for _, link := range path {
		l.free[l.position(link)] = end
	}
	return end
}
