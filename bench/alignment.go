package bench

import (
	"math"
	"slices"
)

// A ping is one trip to rank 0 and back: when it left and came back on this host's clock, and what rank 0's said in
// between, ns.
type ping struct{ left, theirs, back int64 }

func (p ping) trip() int64 { return p.back - p.left }

// offset is this host's clock less rank 0's, if the way there takes as long as the way back.
func (p ping) offset() int64 { return p.left + p.trip()/2 - p.theirs }

// An alignment is how far this host's clock was from rank 0's at one time, ns.
type alignment struct {
	at     int64 // on this host's clock
	offset int64 // this host's clock less rank 0's
	trip   int64 // there and back: half of it bounds the error, and what part of it is asymmetry cannot be seen
	spread int64 // how well the offset repeats: what the quickest trips of two halves of the pings differ by
}

// alignmentOf takes the quickest of some pings, two or more: what held up the others is not in it.
func alignmentOf(pings []ping) alignment {
	best, half := quickest(pings), len(pings)/2
	return alignment{
		at: best.left + best.trip()/2, offset: best.offset(), trip: best.trip(),
		spread: apart(quickest(pings[:half]).offset(), quickest(pings[half:]).offset()),
	}
}

func quickest(pings []ping) ping {
	return slices.MinFunc(pings, func(a, b ping) int { return int(a.trip() - b.trip()) })
}

func apart(a, b int64) int64 { return max(a-b, b-a) }

// weight of an alignment in a fit: one over the square of what its error is at most.
func (a alignment) weight() float64 { return 1 / math.Pow(float64(max(1, a.trip/2)), 2) }
