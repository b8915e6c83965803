//go:build cgo

package clock

import (
	"fmt"
	"slices"

	"topocoll/bench/group"
	"topocoll/mpi"
)

// A Clock reads this host's clock and converts between its times and the times on rank 0's clock.
type Clock struct {
	Now   func() int64 // reads this host's clock, in ns
	Error int64        // largest error of any host's clock, in ns; 0 if there is only one host

	ranks *group.Ranks
	drift drift // drift of this host's clock relative to rank 0's
}

// New returns the clock of this host, aligned with the clock of rank 0's host.
func New(r *group.Ranks) (*Clock, error) {
	c := &Clock{Now: mpi.Now, ranks: r}
	return c, c.Align()
}

// Pings is the number of ping-pongs in an alignment. It is small, because every case needs an alignment.
const Pings = 16

// ToRank0 converts a time on this host's clock to the time on rank 0's clock.
func (c *Clock) ToRank0(local int64) int64 { return c.drift.toRank0(local) }

// ToLocal converts a time on rank 0's clock to the time on this host's clock.
func (c *Clock) ToLocal(onRank0 int64) int64 { return c.drift.toLocal(onRank0) }

// Align measures the offset of every host's clock from the clock of rank 0's host, and sets Error. On one
// host all ranks read the same clock, and no message is sent. If one direction of an exchange takes longer
// than the other, the resulting error is not detected. It is less than half a round trip.
//
// The first rank of each host exchanges messages with rank 0, one host after the other. The HCA3 algorithm
// instead aligns hosts along a tree, in a logarithmic number of rounds, and each round adds an error. A
// direct exchange has the smallest error, and 16 round trips per host take little time compared with the
// measurement of a cell.
func (c *Clock) Align() error {
	r := c.ranks
	leaders := r.Leaders()
	if len(leaders) == 1 {
		return nil
	}
	var mine alignment
	me := r.World.Rank
	for _, rank := range leaders[1:] {
		var err error
		switch me {
		case 0:
			err = c.answerPings(rank)
		case rank:
			mine, err = c.pingRank0()
		}
		if err != nil {
			return fmt.Errorf("bench: cannot align the clock of %s: %w", r.Hosts[rank], err)
		}
	}
	numbers := []int64{mine.localTime, mine.offset, mine.roundTrip, mine.spread}
	all := make([]int64, len(numbers)*r.World.Size)
	if err := mpi.Allgather(r.Times, numbers, all); err != nil {
		return fmt.Errorf("bench: cannot exchange the offsets of the clocks: %w", err)
	}
	mistake := int64(0)
	if leader := slices.Index(r.Hosts, r.Hosts[me]); leader > 0 {
		a := all[len(numbers)*leader:]
		mistake = c.drift.add(alignment{a[0], a[1], a[2], a[3]})
	}
	largest, err := r.Maxima(mistake)
	c.Error = largest[0]
	return err
}

func (c *Clock) answerPings(rank int) error {
	x := make([]int64, 1)
	for range Pings {
		if err := c.ranks.Times.Recv(rank, x); err != nil {
			return err
		}
		x[0] = c.Now()
		if err := c.ranks.Times.Send(rank, x); err != nil {
			return err
		}
	}
	return nil
}

func (c *Clock) pingRank0() (alignment, error) {
	x, pings := make([]int64, 1), make([]ping, Pings)
	for i := range pings {
		sent := c.Now()
		if err := c.ranks.Times.Send(0, x); err != nil {
			return alignment{}, err
		}
		if err := c.ranks.Times.Recv(0, x); err != nil {
			return alignment{}, err
		}
		pings[i] = ping{sent, x[0], c.Now()}
	}
	return newAlignment(pings), nil
}
