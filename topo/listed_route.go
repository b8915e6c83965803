package topo

import (
	"math"
	"slices"
	"sync/atomic"
)

// routes are the ways of a Listed to one host: by place the link by which a message leaves, -1 where there is none and at the host. They
// are found when they are first asked for, since a large list has many that nobody takes.
type routes struct {
	found atomic.Pointer[[]int32]
}

// leave returns the routes to host to.
func (l *Listed) leave(to int) []int32 {
	if found := l.to[to].found.Load(); found != nil {
		return *found
	}
	next := l.findRoutes(to)
	l.to[to].found.Store(&next)
	return next
}

// findRoutes goes from the host to the places one link away, then to those two links away and so on.
func (l *Listed) findRoutes(to int) (next []int32) {
	next = slices.Repeat([]int32{-1}, l.places)
	hops, width := slices.Repeat([]int{math.MaxInt}, l.places), make([]int, l.places) // to the host; width is the narrowest capacity on the way
	hops[to], width[to] = 0, math.MaxInt
	reached := []int{to}
	for i := 0; i < len(reached); i++ {
		via := reached[i]
		for _, link := range l.into[via] {
			at, narrow := l.ends[link][0], min(width[via], l.Capacity(link))
			if hops[at] <= hops[via] {
				continue
			}
			if next[at] < 0 {
				hops[at] = hops[via] + 1
				reached = append(reached, at)
			} else if narrow < width[at] || narrow == width[at] && via > l.ends[next[at]][1] {
				continue
			}
			next[at], width[at] = link, narrow
		}
	}
	return next
}

// unconnected returns a place and a host between which there is no route, if there are any. Where every place has a route to host 0, one
// has none to another host only if host 0 has none.
func (l *Listed) unconnected() (from, to int, missing bool) {
	out := make([][]int, l.places)
	for _, ends := range l.ends {
		out[ends[0]] = append(out[ends[0]], ends[1])
	}
	reached, queue := make([]bool, l.places), []int{0}
	reached[0] = true
	for i := 0; i < len(queue); i++ {
		for _, at := range out[queue[i]] {
			if !reached[at] {
				reached[at] = true
				queue = append(queue, at)
			}
		}
	}
	for _, to := range []int{0, slices.Index(reached[:l.hosts], false)} {
		if to < 0 {
			break
		}
		for from, link := range l.leave(to) {
			if link < 0 && from != to {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}
