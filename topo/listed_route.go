package topo

import (
	"math"
	"slices"
)

// findRoutes fills in next: for every host, it goes from the host to the places one link away, then to those two links
// away and so on. It returns a place and a host between which there is no route, if there are any.
func (l *Listed) findRoutes() (from, to int, missing bool) {
	into := make([][]int32, l.places) // the links into each place
	for link, ends := range l.ends {
		into[ends[1]] = append(into[ends[1]], int32(link))
	}
	l.next = slices.Repeat([]int32{-1}, l.hosts*l.places)
	hops, width := make([]int, l.places), make([]int, l.places) // to the host; width is the narrowest capacity on the way
	for to := range l.hosts {
		next := l.next[to*l.places:][:l.places]
		for place := range hops {
			hops[place] = math.MaxInt
		}
		hops[to], width[to] = 0, math.MaxInt
		reached := []int{to}
		for i := 0; i < len(reached); i++ {
			via := reached[i]
			for _, link := range into[via] {
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
		if len(reached) < l.places {
			return slices.Index(hops, math.MaxInt), to, true
		}
	}
	return 0, 0, false
}
