//go:build cgo

package bench

import (
	"fmt"
	"slices"

	"topocoll/mpi"
)

// asks is the number of ping-pongs in an alignment. It is small, because every cell begins with an alignment.
const asks = 16

// align measures the offset of every host's clock from that of rank 0's host, and records the error: the largest of any
// host, in ns. On one host all ranks read the same clock, and no message is sent. An exchange of messages cannot detect
// that one direction takes longer than the other; this error is less than half a round trip.
//
// The first rank of each host asks rank 0, one host after the other. HCA3 aligns hosts in a tree, in log rounds, each
// of which adds its error. A direct exchange has the smallest error, and 16 round trips per host are short compared
// with a cell.
func (m *measurer) align() error {
	leaders := leadersOf(m.hosts)
	if len(leaders) == 1 {
		return nil
	}
	var mine alignment
	me := m.world.Rank
	for _, rank := range leaders[1:] {
		var err error
		switch me {
		case 0:
			err = m.answer(rank)
		case rank:
			mine, err = m.ask()
		}
		if err != nil {
			return fmt.Errorf("bench: clock of %s: %w", m.hosts[rank], err)
		}
	}
	words := []int64{mine.at, mine.offset, mine.trip, mine.spread}
	all := make([]int64, len(words)*m.world.Size)
	if err := mpi.Allgather(m.times, words, all); err != nil {
		return fmt.Errorf("bench: clocks: %w", err)
	}
	unsure := int64(0)
	if leader := slices.Index(m.hosts, m.hosts[me]); leader > 0 {
		of := all[len(words)*leader:]
		unsure = m.drift.add(alignment{of[0], of[1], of[2], of[3]})
	}
	most, err := m.greatest(unsure)
	m.unsure = most[0]
	return err
}

// leadersOf returns the first rank of each host.
func leadersOf(hosts []string) (leaders []int) {
	seen := map[string]bool{}
	for rank, host := range hosts {
		if !seen[host] {
			leaders, seen[host] = append(leaders, rank), true
		}
	}
	return leaders
}

func (m *measurer) answer(rank int) error {
	x := make([]int64, 1)
	for range asks {
		if err := m.times.Recv(rank, x); err != nil {
			return err
		}
		x[0] = m.now()
		if err := m.times.Send(rank, x); err != nil {
			return err
		}
	}
	return nil
}

func (m *measurer) ask() (alignment, error) {
	x, pings := make([]int64, 1), make([]ping, asks)
	for i := range pings {
		left := m.now()
		if err := m.times.Send(0, x); err != nil {
			return alignment{}, err
		}
		if err := m.times.Recv(0, x); err != nil {
			return alignment{}, err
		}
		pings[i] = ping{left, x[0], m.now()}
	}
	return alignmentOf(pings), nil
}
