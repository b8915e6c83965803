package option

import (
	"slices"

	"topocoll/catalog"
	"topocoll/internal/cli/exit"
)

// CountsFlag selects calls with a count for each rank.
type CountsFlag struct {
	Counts catalog.Skew `group:"What to measure" help:"Time calls with a count for each rank: equal, linear, big, zero or random:SEED." placeholder:"HOW" predictor:"skew"`
}

// VectorRows returns the rows that have calls with counts. It refuses operations and algorithms that were named and have none.
func (f *CountsFlag) VectorRows(rows []catalog.Info, named Selection) ([]catalog.Info, error) {
	if f.Counts == "" {
		return rows, nil
	}
	skew, err := catalog.ParseSkew(string(f.Counts))
	if err != nil {
		return nil, exit.Usagef("--counts %v", err)
	}
	f.Counts = skew
	for _, info := range rows {
		switch {
		case info.Op.MPIVector() == "" && slices.Contains(slices.Concat(named.Op, named.Ops), string(info.Op)):
			return nil, exit.Usagef("--counts %s with %s, want allgather, reducescatter, scatter, gather or alltoall", skew, info.Op)
		case !info.Vector && slices.Contains(named.Algo, info.ID):
			return nil, exit.Usagef("--counts %s with %s, which has equal blocks only", skew, info.ID)
		}
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(info catalog.Info) bool { return !info.Vector })
	if len(rows) == 0 {
		return nil, exit.Usagef("--counts %s: no algorithm of those named has blocks of different lengths", skew)
	}
	return rows, nil
}
