package sim

import (
	"errors"
	"math"
	"slices"
)

// links holds the state of all links during a run. Most of the memory for a link is allocated at its first
// use, because many runs use few links. A tree, for example, uses only one in log p links of a hypercube.
type links struct {
	config       Config
	indexPlusOne []int32     // for each link, its index in the following slices, plus one; 0: not used yet
	words        []int       // number of words that have crossed the link
	freeAt       []float64   // under contention: the time at which the link is free
	queues       []linkQueue // under contention with CT: the messages that wait for the link
	usedSpans    []timeSpan  // with checksSharing: the time from the first to the last use of the link
	path         []int32     // result of the last call to pathBetween

	contended     bool // messages wait for links in use
	checksSharing bool // recordExclusiveUse looks for messages that use a link at the same time
}

type timeSpan struct{ start, end float64 }

func newLinks(config Config) *links {
	return &links{config: config, indexPlusOne: make([]int32, config.Network.Links())}
}

// index returns the index of a link in the slices of l. The link must have been used.
func (l *links) index(link int32) int32 { return l.indexPlusOne[link] - 1 }

// addLink assigns the link the next index in the slices of l.
func (l *links) addLink(link int32) {
	most := len(l.indexPlusOne)
	l.words = appendBounded(l.words, most, 0)
	switch {
	case l.contended:
		l.freeAt = appendBounded(l.freeAt, most, 0)
		if l.config.Routing == CT {
			l.queues = appendBounded(l.queues, most, nil)
		}
	case l.checksSharing:
		l.usedSpans = appendBounded(l.usedSpans, most, timeSpan{math.Inf(1), math.Inf(-1)})
	}
	l.indexPlusOne[link] = int32(len(l.words))
}

// appendBounded appends to a list that never has more than `most` elements. When the list is a quarter full,
// it gets its final capacity. If it kept growing in steps, its old copies would take more memory than the
// list.
func appendBounded[E any](list []E, most int, x E) []E {
	if n := len(list); n == cap(list) && n > most/4 {
		list = slices.Grow(list, most-n)
	}
	return append(list, x)
}

func (l *links) wordsPerLink() []int {
	words := make([]int, len(l.indexPlusOne))
	for link, position := range l.indexPlusOne {
		if position > 0 {
			words[link] = l.words[position-1]
		}
	}
	return words
}

// errShared ends a run without contention if contention might change its result.
var errShared = errors.New("sim: two messages may request a link at the same time")

// recordExclusiveUse records that a message uses its links from the given time on. It reports whether this
// use of each link is before or after all recorded uses of the same link. For each link, only the time from
// the first to the last use is recorded. A use in a gap between two earlier uses therefore counts as shared.
func (l *links) recordExclusiveUse(path []int32, words int, start float64) bool {
	if !l.checksSharing {
		return true
	}
	now := timeSpan{start: start + l.config.Ts}
	now.end = now.start + l.config.linkTime(words, path)
	for hop, link := range path {
		if l.config.Routing == SF {
			now.start = start + l.config.Ts + l.config.linkTime(words, path[:hop])
			now.end = start + l.config.Ts + l.config.linkTime(words, path[:hop+1])
		}
		used := &l.usedSpans[l.index(link)]
		if now.overlaps(*used) {
			return false
		}
		*used = timeSpan{min(used.start, now.start), max(used.end, now.end)}
	}
	return true
}

// overlaps reports whether two uses of a link share a moment. A use that takes no time, by an empty message,
// also overlaps a longer use that begins or ends at the same moment, because it may have to wait for it.
func (s timeSpan) overlaps(other timeSpan) bool {
	if (s.start == s.end) != (other.start == other.end) {
		return s.start <= other.end && s.end >= other.start
	}
	return s.start < other.end && s.end > other.start
}

// countedRoute returns the links between two processes, and adds the words to the counts of these links. The
// result is valid until the next call of countedRoute or pathBetween.
func (l *links) countedRoute(from, to, words int) []int32 {
	path := l.pathBetween(from, to)
	for _, link := range path {
		if l.indexPlusOne[link] == 0 {
			l.addLink(link)
		}
		l.words[l.index(link)] += words
	}
	return path
}

// pathBetween returns the links between two processes. The result is valid until the next call.
func (l *links) pathBetween(from, to int) []int32 {
	l.path = l.config.Network.Route(l.path[:0], l.config.nodeOf(from), l.config.nodeOf(to))
	return l.path
}

// timeAllFree returns the earliest time, not before the given one, at which all links of a path are free.
func (l *links) timeAllFree(path []int32, time float64) float64 {
	for _, link := range path {
		time = max(time, l.freeAt[l.index(link)])
	}
	return time
}

// lastToBecomeFree returns the index (see the method index) of the link of a path that becomes free last.
func (l *links) lastToBecomeFree(path []int32) int32 {
	last := l.index(path[0])
	for _, link := range path[1:] {
		if at := l.index(link); l.freeAt[at] > l.freeAt[last] {
			last = at
		}
	}
	return last
}

// occupy assigns the links of a path to a message, from the given time. It returns the time at which the last
// word of the message has crossed the links.
func (l *links) occupy(path []int32, words int, time float64) (end float64) {
	end = time + l.config.linkTime(words, path)
	for _, link := range path {
		l.freeAt[l.index(link)] = end
	}
	return end
}
