//go:build cgo

package bench

import (
	"topocoll/bench/results"
	"topocoll/internal/memory"
	"topocoll/mpi"
)

// share is the bytes of buffers a rank may have when nobody has said: 1 GiB, or less where half of the memory that is
// free on a machine, shared out to its ranks, is less. Every rank gets the same.
func (m *machine) share(env results.Env) (int, error) {
	mine, least := []int64{1 << 30}, make([]int64, 1)
	if free := memory.Free(); free > 0 {
		mine[0] = min(mine[0], free/2/int64(ranksOnMachine(env, m.world.Rank)))
	}
	err := mpi.Allreduce(m.times, mpi.Min[int64](), mine, least)
	return int(least[0]), err
}

// ranksOnMachine counts the ranks that share the memory of one; emulated hosts share a machine.
func ranksOnMachine(env results.Env, rank int) (n int) {
	boots := map[string]string{}
	for _, h := range env.Hosts {
		boots[h.Name] = h.Boot
	}
	for _, other := range env.Ranks {
		if boots[other.Host] == boots[env.Ranks[rank].Host] {
			n++
		}
	}
	return n
}
