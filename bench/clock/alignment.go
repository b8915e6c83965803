package clock

import (
	"math"
	"slices"
)

// A ping is one round trip of a message to rank 0. It has three times in ns: when the message left and came
// back, on this host's clock, and when rank 0 received it, on rank 0's clock.
type ping struct{ sent, rank0Time, received int64 }

func (p ping) roundTrip() int64 { return p.received - p.sent }

// offset returns this host's clock minus rank 0's. It assumes that both directions take the same time.
func (p ping) offset() int64 { return p.sent + p.roundTrip()/2 - p.rank0Time }

// An alignment is the offset of this host's clock from rank 0's at one time, in ns.
type alignment struct {
	localTime int64 // time of the alignment, on this host's clock
	offset    int64 // this host's clock minus rank 0's
	roundTrip int64 // time of the round trip; half of it bounds the error, since its asymmetry is unknown
	// difference between the offsets of the quickest ping in each half of the pings; it measures repeatability
	spread int64
}

// newAlignment computes the alignment from two or more pings. It uses the quickest ping, which was delayed
// the least.
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

// weight returns the weight of an alignment in the fit: the inverse square of its maximum error.
func (a alignment) weight() float64 { return 1 / math.Pow(float64(max(1, a.roundTrip/2)), 2) }
