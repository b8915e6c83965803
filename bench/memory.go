//go:build cgo

package bench

import (
	"topocoll/bench/results"
	"topocoll/internal/memory"
	"topocoll/mpi"
)

// share is the default limit on the bytes of buffers of a rank: 1 GiB, or a rank's share of half of the free memory of
// its machine, if that is less. Every rank gets the minimum over all ranks.
func (m *machine) share(env results.Env) (int, error) {
	mine, least := []int64{1 << 30}, make([]int64, 1)
	if free := memory.Free(); free > 0 {
		mine[0] = min(mine[0], free/2/int64(ranksOnMachine(env, m.world.Rank)))
	}
	err := mpi.Allreduce(m.times, mpi.Min[int64](), mine, least)
	return int(least[0]), err
}

// ranksOnMachine counts the ranks on the same machine as a rank; emulated hosts share one machine.
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
