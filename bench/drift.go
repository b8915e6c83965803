package bench

import "math"

// A drift is a model of this host's clock against rank 0's: offset(t) = base + rate·(t - t0). The line is fitted to
// the recent alignments by least squares, as in HCA3 (Hunold and Carpen-Amarie, Hierarchical Clock Synchronization in
// MPI, CLUSTER 2018). Times after the newest alignment are extrapolated: the samples of a cell are reduced batch by
// batch, and what that is wrong by is seen at the alignment after the cell. The zero value is rank 0's own clock.
type drift struct {
	recent []alignment
	t0, o0 int64   // the newest alignment's time and offset: the line is relative to them, so that no digit is lost
	base   float64 // ns
	rate   float64 // ns per ns
}

const (
	window = 8 // alignments: clocks that are slewed keep a rate for minutes, not for a day

	// usualRate is how fast clocks drift apart as a rule: crystals differ by some 10 ppm. A rate enters the fit as
	// something expected to be within it, so that two alignments a moment apart do not make a rate of their noise.
	usualRate = 1e-4
)

// add takes one more alignment and returns the error of the clock, ns: the larger of how well the alignment repeats
// and of what the model had predicted less what was measured. Before the second there is no rate to predict with.
func (d *drift) add(a alignment) (unsure int64) {
	unsure = a.spread
	if len(d.recent) > 1 {
		unsure = max(unsure, apart(d.offset(a.at), a.offset))
	}
	d.recent = append(d.recent[max(0, len(d.recent)+1-window):], a)
	d.fit()
	return unsure
}

// fit is the line of weighted least squares, with 1/usualRate² for what is expected of the rate.
func (d *drift) fit() {
	newest := d.recent[len(d.recent)-1]
	d.t0, d.o0 = newest.at, newest.offset
	var w, x, y float64
	for _, a := range d.recent {
		w, x, y = w+a.weight(), x+a.weight()*float64(a.at-d.t0), y+a.weight()*float64(a.offset-d.o0)
	}
	x, y = x/w, y/w
	xx, xy := 1/(usualRate*usualRate), 0.0
	for _, a := range d.recent {
		dx, dy := float64(a.at-d.t0)-x, float64(a.offset-d.o0)-y
		xx, xy = xx+a.weight()*dx*dx, xy+a.weight()*dx*dy
	}
	d.rate = xy / xx
	d.base = y - d.rate*x
}

// offset is this host's clock less rank 0's at a time on this host's.
func (d *drift) offset(here int64) int64 {
	return d.o0 + int64(math.Round(d.base+d.rate*float64(here-d.t0)))
}

// onRank0 is a time of this host's clock on rank 0's.
func (d *drift) onRank0(here int64) int64 { return here - d.offset(here) }

// here is a time of rank 0's clock on this host's: t with t - offset(t) = theirs.
func (d *drift) here(theirs int64) int64 {
	t := theirs + d.o0
	return t + int64(math.Round((d.base+d.rate*float64(t-d.t0))/(1-d.rate)))
}
