//go:build cgo

package bench

import (
	"fmt"
	"slices"

	"topocoll/mpi"
)

// clockOffset measures how far this host's clock is from that of rank 0's host, by the quickest of many
// ping-pongs with it. On one host they are the same clock.
func (m *machine) clockOffset() (int64, error) {
	name, err := m.world.ProcessorName()
	if err != nil {
		return 0, err
	}
	hosts, err := m.gather(name)
	if err != nil {
		return 0, err
	}
	offset, me := int64(0), m.world.Rank
	for rank := 1; rank < m.world.Size; rank++ {
		if hosts[rank] == hosts[0] || slices.Index(hosts, hosts[rank]) != rank {
			continue // the first rank of a host measures for all of it
		}
		measured := make([]int64, 1)
		switch me {
		case 0:
			err = m.answer(rank)
		case rank:
			measured[0], err = m.ask()
		}
		if err == nil {
			err = mpi.Bcast(m.times, rank, measured)
		}
		if err != nil {
			return 0, fmt.Errorf("bench: clock of %s: %w", hosts[rank], err)
		}
		if hosts[me] == hosts[rank] {
			offset = measured[0]
		}
	}
	return offset, nil
}

const asks = 64

func (m *machine) answer(rank int) error {
	x := make([]int64, 1)
	for range asks {
		if err := m.times.Recv(rank, x); err != nil {
			return err
		}
		x[0] = mpi.Now()
		if err := m.times.Send(rank, x); err != nil {
			return err
		}
	}
	return nil
}

func (m *machine) ask() (offset int64, err error) {
	x, quickest := make([]int64, 1), int64(1<<62)
	for range asks {
		before := mpi.Now()
		if err := m.times.Send(0, x); err != nil {
			return 0, err
		}
		if err := m.times.Recv(0, x); err != nil {
			return 0, err
		}
		if trip := mpi.Now() - before; trip < quickest {
			quickest, offset = trip, before+trip/2-x[0]
		}
	}
	return offset, nil
}
