//go:build cgo

package group

import (
	"cmp"
	"slices"

	"topocoll/internal/host"
	"topocoll/internal/native"
	"topocoll/mpi"
	"topocoll/tuned"
)

// Ranks represents the processes of a run. Its methods let the processes agree on values, over ports that are
// not used for timed calls.
type Ranks struct {
	World *mpi.World
	Times *mpi.Port[int64]
	Bytes *mpi.Port[uint8]
	Hosts []string // host name of every rank
	Local int      // number of ranks on this machine
}

// New returns the Ranks of a world, with the host of every rank. Emulated hosts and containers with one
// kernel count as one machine.
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

// Slots returns the number of ranks on the host that has the most.
func (r *Ranks) Slots() int { return tuned.JobOn(r.Hosts).Slots }

// Maxima returns, on every rank, the elementwise maximum of the numbers of all ranks.
func (r *Ranks) Maxima(mine ...int64) ([]int64, error) {
	all := make([]int64, len(mine))
	err := mpi.Allreduce(r.Times, mpi.Max[int64](), mine, all)
	return all, err
}

// AnyHolds reports, on every rank, whether the condition holds on any rank.
func (r *Ranks) AnyHolds(holds bool) (bool, error) {
	all, err := r.Maxima(boolToInt(holds))
	return all[0] > 0, err
}

// NumberFromRank0 returns rank 0's number on every rank.
func (r *Ranks) NumberFromRank0(number int64) (int64, error) {
	numbers := []int64{number}
	err := mpi.Bcast(r.Times, 0, numbers)
	return numbers[0], err
}

// BoolFromRank0 returns rank 0's value of `holds` on every rank.
func (r *Ranks) BoolFromRank0(holds bool) (bool, error) {
	number, err := r.NumberFromRank0(boolToInt(holds))
	return number > 0, err
}

// SelectOnRank0 returns, on every rank, the elements of `list` that are in the argument `selected` of rank 0.
// Every rank passes the same `list`.
func (r *Ranks) SelectOnRank0(list, selected []string) (agreed []string, err error) {
	for _, name := range list {
		is, err := r.BoolFromRank0(slices.Contains(selected, name))
		if err != nil {
			return nil, err
		}
		if is {
			agreed = append(agreed, name)
		}
	}
	return agreed, nil
}

// Texts returns the strings of all ranks, on every rank.
func (r *Ranks) Texts(mine string) ([]string, error) { return native.Texts(r.Bytes, mine) }

func boolToInt(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}
