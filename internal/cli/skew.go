package cli

import (
	"slices"

	"topocoll/catalog"
)

// skewFlag divides the words of all calls into blocks of different lengths.
type skewFlag struct {
	Counts catalog.Skew `help:"Calls with a count for each process, MPI_Allgatherv and its like beside ours, of allgather, reducescatter, scatter, gather and alltoall. How the words are divided, as many as with equal blocks: equal, linear (block i is as long as i+1 of the first), big (one word each, the last one has the rest), zero (the first one is empty), random or random:SEED (cut at random places)." placeholder:"HOW" predictor:"skew"`
}

// of returns those of some rows that have such calls, which every operation and algorithm that is named must have.
func (f *skewFlag) of(rows []catalog.Info, named selection) ([]catalog.Info, error) {
	if f.Counts == "" {
		return rows, nil
	}
	skew, err := catalog.ParseSkew(string(f.Counts))
	if err != nil {
		return nil, usagef("--counts %v", err)
	}
	f.Counts = skew
	for _, info := range rows {
		switch {
		case info.Op.MPIVector() == "" && slices.Contains(named.Op, string(info.Op)):
			return nil, usagef("--counts %s with %s, want allgather, reducescatter, scatter, gather or alltoall", skew, info.Op)
		case !info.Vector && slices.Contains(named.Algo, info.ID):
			return nil, usagef("--counts %s with %s, which has equal blocks only", skew, info.ID)
		}
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(info catalog.Info) bool { return !info.Vector })
	if len(rows) == 0 {
		return nil, usagef("--counts %s: no algorithm of those named has blocks of different lengths", skew)
	}
	return rows, nil
}
