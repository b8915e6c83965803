//go:build cgo

package bench

import (
	"topocoll/internal/native"
	"topocoll/mpi"
)

// greatest returns, on every rank, the greatest of all ranks' numbers, one by one.
func (m *measurer) greatest(mine ...int64) ([]int64, error) {
	all := make([]int64, len(mine))
	err := mpi.Allreduce(m.times, mpi.Max[int64](), mine, all)
	return all, err
}

// fromRank0 returns rank 0's number on every rank.
func (m *measurer) fromRank0(number int64) (int64, error) {
	numbers := []int64{number}
	err := mpi.Bcast(m.times, 0, numbers)
	return numbers[0], err
}

// rank0 returns rank 0's value on every rank.
func (m *measurer) rank0(says bool) (bool, error) {
	number, err := m.fromRank0(truth(says))
	return number > 0, err
}

// gather returns the texts of all ranks, cut to 1000 bytes each.
func (m *measurer) gather(text string) ([]string, error) { return native.Texts(m.port, text) }

// Hosts returns the name of every rank's host, on every rank.
func Hosts(w *mpi.World) ([]string, error) {
	name, err := w.ProcessorName()
	if err != nil {
		return nil, err
	}
	return native.Texts(mpi.NewPort[uint8](w), name)
}
