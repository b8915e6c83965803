package sim

// links is the network during a run.
type links struct {
	config Config
	words  []int     // over each link so far
	free   []float64 // under contention: when each link is free
	last   []int32   // under contention: the transfer of the trace that used it last, plus one
	path   []int32   // the latest route
}

func newLinks(config Config) *links {
	n := config.Network.Links()
	l := &links{config: config, words: make([]int, n)}
	if config.Contention {
		l.free, l.last = make([]float64, n), make([]int32, n)
	}
	return l
}

// route returns the links between two processes, until the next call, and counts the words on them.
func (l *links) route(from, to, words int) []int32 {
	l.path = l.config.Network.Route(l.path[:0], l.config.place(from), l.config.place(to))
	for _, link := range l.path {
		l.words[link] += words
	}
	return l.path
}

// cost is the time of a message over a number of free links.
func (l *links) cost(words, hops int) float64 {
	return l.config.Ts + l.hold(words, hops)
}

// hold is the part of the cost in which links are used.
func (l *links) hold(words, hops int) float64 {
	if l.config.Routing == SF {
		return l.config.Tw * float64(words) * float64(hops)
	}
	return l.config.Tw*float64(words) + l.config.Th*float64(hops)
}

// freeFrom returns from when on, at a time or later, all links of a path are free, and the transfer that has
// the last of them until then, if any.
func (l *links) freeFrom(path []int32, time float64) (from float64, waitedFor int32) {
	for _, link := range path {
		if l.free[link] > time {
			time, waitedFor = l.free[link], l.last[link]
		}
	}
	return time, waitedFor
}

// take gives the links of a path to a transfer at a time and returns when its last word is over them.
func (l *links) take(path []int32, words int, time float64, transfer int32) (end float64) {
	end = time + l.hold(words, len(path))
	for _, link := range path {
		l.free[link], l.last[link] = end, transfer
	}
	return end
}
