package clock

import (
	"math"
)

// A drift models the offset of this host's clock from rank 0's as offset(t) = base + rate·(t - t0). The line
// is fitted to the recent alignments by least squares, as in HCA3 (Hunold and Carpen-Amarie, Hierarchical
// Clock Synchronization in MPI, CLUSTER 2018). Times of samples after the newest alignment are extrapolated.
// The alignment after a cell shows the error of this extrapolation. The zero value is the drift of rank 0's
// own clock.
type drift struct {
	alignments []alignment
	// time and offset of the newest alignment; the line is relative to them, which preserves precision
	t0, o0 int64
	base   float64 // ns
	rate   float64 // ns per ns
}

const (
	// maxAlignments is the number of alignments in the fit. It is small, because a slewed clock keeps its rate
	// only for minutes.
	maxAlignments = 8

	// typicalRate is a generous estimate of the rate at which clocks drift apart: 100 ppm, although crystals
	// differ by only about 10 ppm. The fit uses it as the prior standard deviation of the rate. Otherwise the
	// noise of two alignments in quick succession would be mistaken for a rate.
	typicalRate = 1e-4
)

// add adds an alignment to the model and returns the error of the clock in ns. The error is the alignment's
// spread or the difference between the alignment's offset and the model's prediction, whichever is larger.
// The first two alignments have no prediction.
func (d *drift) add(a alignment) (clockError int64) {
	clockError = a.spread
	if len(d.alignments) > 1 {
		clockError = max(clockError, absDifference(d.offset(a.localTime), a.offset))
	}
	d.alignments = append(d.alignments[max(0, len(d.alignments)+1-maxAlignments):], a)
	d.fit()
	return clockError
}

// fit fits the line by weighted linear least squares, with 1/typicalRate² as the prior weight of the rate.
func (d *drift) fit() {
	newest := d.alignments[len(d.alignments)-1]
	d.t0, d.o0 = newest.localTime, newest.offset
	var w, x, y float64
	for _, a := range d.alignments {
		w, x, y = w+a.weight(), x+a.weight()*float64(a.localTime-d.t0), y+a.weight()*float64(a.offset-d.o0)
	}
	x, y = x/w, y/w
	xx, xy := 1/(typicalRate*typicalRate), 0.0
	for _, a := range d.alignments {
		dx, dy := float64(a.localTime-d.t0)-x, float64(a.offset-d.o0)-y
		xx, xy = xx+a.weight()*dx*dx, xy+a.weight()*dx*dy
	}
	d.rate = xy / xx
	d.base = y - d.rate*x
}

// offset returns this host's clock minus rank 0's clock. The argument `local` is a time on this host's clock.
func (d *drift) offset(local int64) int64 {
	return d.o0 + int64(math.Round(d.base+d.rate*float64(local-d.t0)))
}

// toRank0 converts a time on this host's clock to rank 0's clock.
func (d *drift) toRank0(local int64) int64 { return local - d.offset(local) }

// toLocal returns the local time t for which t - offset(t) equals rank0Time.
func (d *drift) toLocal(rank0Time int64) int64 {
	t := rank0Time + d.o0
	return t + int64(math.Round((d.base+d.rate*float64(t-d.t0))/(1-d.rate)))
}
