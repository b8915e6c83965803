//go:build cgo

package bench

import (
	"strings"

	"topocoll/mpi"
)

// agree returns, on every rank, the text of the lowest rank whose text is not empty.
func (m *machine) agree(text string) (string, error) {
	mine, any := []int64{0}, make([]int64, 1)
	if text != "" {
		mine[0] = 1
	}
	if err := mpi.Allreduce(m.times, mpi.Max[int64](), mine, any); err != nil || any[0] == 0 {
		return "", err
	}
	all, err := m.gather(text)
	if err != nil {
		return "", err
	}
	for _, text := range all {
		if text != "" {
			return text, nil
		}
	}
	return "", nil
}

// gather returns the texts of all ranks, cut to 1000 bytes each.
func (m *machine) gather(text string) ([]string, error) {
	const room = 1000
	mine, all := make([]uint8, room), make([]uint8, room*m.world.Size)
	copy(mine, text)
	if err := mpi.Allgather(m.port, mine, all); err != nil {
		return nil, err
	}
	texts := make([]string, m.world.Size)
	for rank := range texts {
		texts[rank] = strings.TrimRight(string(all[rank*room:(rank+1)*room]), "\x00")
	}
	return texts, nil
}
