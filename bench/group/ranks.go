//go:build cgo

package group

import (
	"cmp"
	"slices"

	"topocoll/internal/host"
	"topocoll/internal/native"
	"topocoll/mpi"
)

// Ranks are the processes of a run, which agree on values over ports of their own.
type Ranks struct {
	World *mpi.World
	Times *mpi.Port[int64]
	Bytes *mpi.Port[uint8]
	Hosts []string // host name of every rank
	Local int      // number of ranks on this machine
}

// New collects the hosts of all ranks. Emulated hosts and containers share a machine.
func New(w *mpi.World) (*Ranks, error) {
	r := &Ranks{World: w, Times: mpi.NewPort[int64](w), Bytes: mpi.NewPort[uint8](w)}
	var err error
	if r.Hosts, err = Hosts(w); err != nil {
		return nil, err
	}
	machine := cmp.Or(host.Boot(), r.Hosts[w.Rank])
	all, err := r.Texts(machine)
	for _, other := range all {
		if other == machine {
			r.Local++
		}
	}
	return r, err
}

// Hosts returns the name of every rank's host, on every rank.
func Hosts(w *mpi.World) ([]string, error) {
	name, err := w.ProcessorName()
	if err != nil {
		return nil, err
	}
	return native.Texts(mpi.NewPort[uint8](w), name)
}

// Leaders returns the first rank of each host.
func (r *Ranks) Leaders() (leaders []int) {
	seen := map[string]bool{}
	for rank, host := range r.Hosts {
		if !seen[host] {
			leaders, seen[host] = append(leaders, rank), true
		}
	}
	return leaders
}

// Greatest returns, on every rank, the elementwise maximum of the numbers of all ranks.
func (r *Ranks) Greatest(mine ...int64) ([]int64, error) {
	all := make([]int64, len(mine))
	err := mpi.Allreduce(r.Times, mpi.Max[int64](), mine, all)
	return all, err
}

// Any reports, on every rank, whether the condition holds on any rank.
func (r *Ranks) Any(holds bool) (bool, error) {
	all, err := r.Greatest(truth(holds))
	return all[0] > 0, err
}

// FromRank0 returns rank 0's number on every rank.
func (r *Ranks) FromRank0(number int64) (int64, error) {
	numbers := []int64{number}
	err := mpi.Bcast(r.Times, 0, numbers)
	return numbers[0], err
}

// Rank0Says returns rank 0's value on every rank.
func (r *Ranks) Rank0Says(holds bool) (bool, error) {
	number, err := r.FromRank0(truth(holds))
	return number > 0, err
}

// Agreed returns, on every rank, those elements of a list that rank 0 selects. Every rank passes the same
// list.
func (r *Ranks) Agreed(list, selected []string) (agreed []string, err error) {
	for _, name := range list {
		is, err := r.Rank0Says(slices.Contains(selected, name))
		if err != nil {
			return nil, err
		}
		if is {
			agreed = append(agreed, name)
		}
	}
	return agreed, nil
}

// Texts returns the texts of all ranks, limited to 1000 bytes each.
func (r *Ranks) Texts(mine string) ([]string, error) { return native.Texts(r.Bytes, mine) }

func truth(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}
