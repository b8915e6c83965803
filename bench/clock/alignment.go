package clock

import (
	"math"
	"slices"
)

// A ping is one round trip of a message to rank 0. `sent` and `received` are times on this host's clock, and
// rank0Time is the time on rank 0's clock when the message arrived there. All are in ns.
type ping struct{ sent, rank0Time, received int64 }

func (p ping) roundTrip() int64 { return p.received - p.sent }

// offset returns this host's clock minus rank 0's clock. It assumes that both directions take the same time.
func (p ping) offset() int64 { return p.sent + p.roundTrip()/2 - p.rank0Time }

// An alignment is the offset of this host's clock from rank 0's clock at one time, in ns.
type alignment struct {
	localTime int64 // time of the alignment, on this host's clock
	offset    int64 // this host's clock minus rank 0's
	roundTrip int64 // time of the round trip; half of it bounds the error, since its asymmetry is unknown
	// difference between the offsets of two pings: the quickest of the first half, and the quickest of the
	// second half
	spread int64
}

// newAlignment computes the alignment from the quickest of two or more pings, which was delayed the least.
func newAlignment(pings []ping) alignment {
	best, half := quickestPing(pings), len(pings)/2
	return alignment{
		localTime: best.sent + best.roundTrip()/2, offset: best.offset(), roundTrip: best.roundTrip(),
		spread: absDifference(quickestPing(pings[:half]).offset(), quickestPing(pings[half:]).offset()),
	}
}

func quickestPing(pings []ping) ping {
	return slices.MinFunc(pings, func(a, b ping) int { return int(a.roundTrip() - b.roundTrip()) })
}

func absDifference(a, b int64) int64 { return max(a-b, b-a) }

// weight returns the weight of the alignment in the fit, which is the inverse square of its maximum error.
func (a alignment) weight() float64 { return 1 / math.Pow(float64(max(1, a.roundTrip/2)), 2) }
