package clock

import (
	"math"
	"slices"
)

// A ping is one round trip of a message to rank 0. It has three times in ns: when the message left and came
// back, on this host's clock, and when rank 0 received it, on rank 0's clock.
type ping struct{ left, theirs, back int64 }

func (p ping) trip() int64 { return p.back - p.left }

// offset returns this host's clock minus rank 0's. It assumes that both directions take the same time.
func (p ping) offset() int64 { return p.left + p.trip()/2 - p.theirs }

// An alignment is the offset of this host's clock from rank 0's at one time, in ns.
type alignment struct {
	at     int64 // time of the alignment, on this host's clock
	offset int64 // this host's clock minus rank 0's
	trip   int64 // time of the round trip; half of it bounds the error, since its asymmetry is unknown
	// difference between the offsets of the quickest ping in each half of the pings; it measures repeatability
	spread int64
}

// alignmentOf computes the alignment from two or more pings. It uses the quickest ping, which was delayed the
// least.
func alignmentOf(pings []ping) alignment {
	best, half := quickestPing(pings), len(pings)/2
	return alignment{
		at: best.left + best.trip()/2, offset: best.offset(), trip: best.trip(),
		spread: distance(quickestPing(pings[:half]).offset(), quickestPing(pings[half:]).offset()),
	}
}

func quickestPing(pings []ping) ping {
	return slices.MinFunc(pings, func(a, b ping) int { return int(a.trip() - b.trip()) })
}

func distance(a, b int64) int64 { return max(a-b, b-a) }

// weight returns the weight of an alignment in the fit: the inverse square of its maximum error.
func (a alignment) weight() float64 { return 1 / math.Pow(float64(max(1, a.trip/2)), 2) }
