package sim

import (
	"errors"
	"math"
)

// links is the state of the network during a run.
type links struct {
	config Config
	words  []int     // over each link so far
	path   []int32   // the latest route
	free   []float64 // under contention: when each link is free
	last   []int32   // under contention: the transfer of the trace that used it last, plus one
	used   []span    // without contention, after watch: from the first to the last use of each link
}

type span struct{ start, end float64 }

func newLinks(config Config) *links {
	return &links{config: config, words: make([]int, config.Network.Links())}
}

// share prepares for take.
func (l *links) share() {
	l.free, l.last = make([]float64, len(l.words)), make([]int32, len(l.words))
}

// watch prepares for alone.
func (l *links) watch() {
	l.used = make([]span, len(l.words))
	for i := range l.used {
		l.used[i] = span{math.Inf(1), math.Inf(-1)}
	}
}

// errShared ends a run without contention if contention may change its result.
var errShared = errors.New("sim: two messages may want a link at the same time")

// alone reports whether a message that starts at the given time uses its links before or after all earlier uses of
// them. Messages are not seen in the order of time, so a use between two others counts as shared.
func (l *links) alone(path []int32, words int, start float64) bool {
	if l.used == nil {
		return true
	}
	now := span{start: start + l.config.Ts}
	now.end = now.start + l.hold(words, len(path))
	for hop, link := range path {
		if l.config.Routing == SF {
			now.start = start + l.config.Ts + l.hold(words, hop)
			now.end = start + l.config.Ts + l.hold(words, hop+1)
		}
		used := &l.used[link]
		if now.start < used.end && now.end > used.start {
			return false
		}
		*used = span{min(used.start, now.start), max(used.end, now.end)}
	}
	return true
}

// route returns the links between two processes, until the next call, and counts the words on them.
func (l *links) route(from, to, words int) []int32 {
	l.path = l.config.Network.Route(l.path[:0], l.config.place(from), l.config.place(to))
	for _, link := range l.path {
		l.words[link] += words
	}
	return l.path
}

// hold is the time of a message over the given number of free links, without its start-up.
func (l *links) hold(words, hops int) float64 {
	if l.config.Routing == SF {
		return l.config.Tw * float64(words) * float64(hops)
	}
	return l.config.Tw*float64(words) + l.config.Th*float64(hops)
}

// freeFrom returns the earliest time, not before the given one, from which all links of a path are free, and the
// transfer that holds the last of them until then, if any.
func (l *links) freeFrom(path []int32, time float64) (from float64, waitedFor int32) {
	for _, link := range path {
		if l.free[link] > time {
			time, waitedFor = l.free[link], l.last[link]
		}
	}
	return time, waitedFor
}

// take assigns the links of a path to a transfer at the given time and returns the time at which its last word has
// crossed them.
func (l *links) take(path []int32, words int, time float64, transfer int32) (end float64) {
	end = time + l.hold(words, len(path))
	for _, link := range path {
		l.free[link], l.last[link] = end, transfer
	}
	return end
}
