//go:build cgo

package packing

import (
	"topocoll/mpi"
	"topocoll/topo/pack"
)

// Share distributes the trees and routes that rank 0 has packed into n. Each process receives the part that
// its node needs. On rank 0, n is the whole network; on other ranks it is the network of the rank's node.
// Share returns the length of the longest part in bytes.
func Share(w *mpi.World, n *pack.Network, node func(rank int) int) (bytes int, err error) {
	parts, most := make([][]byte, w.Size), []int64{0}
	if w.Rank == 0 {
		for rank := 1; rank < w.Size; rank++ {
			if parts[rank], err = n.Part(node(rank)); err != nil {
				return 0, err
			}
			most[0] = max(most[0], int64(len(parts[rank])))
		}
	}
	if err := mpi.Bcast(mpi.NewPort[int64](w), 0, most); err != nil {
		return 0, err
	}
	var all []byte
	mine := make([]byte, most[0])
	if w.Rank == 0 {
		all = make([]byte, int(most[0])*w.Size)
		for rank, part := range parts {
			copy(all[rank*int(most[0]):], part)
		}
	}
	if err := mpi.Scatter(mpi.NewPort[byte](w), 0, all, mine); err != nil || w.Rank == 0 {
		return int(most[0]), err
	}
	return int(most[0]), n.Add(mine)
}
