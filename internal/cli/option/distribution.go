package option

import (
	"slices"

	"topocoll/catalog"
	"topocoll/internal/exit"
)

// CountsFlag selects calls with a count for each rank.
type CountsFlag struct {
	Counts catalog.Distribution `group:"What to measure" help:"Time calls with a count for each rank: equal, linear, big, zero or random:SEED." placeholder:"HOW" predictor:"counts"`
}

// VectorRows returns the algorithms in rows that have calls with counts. It refuses named operations and
// algorithms without such calls.
func (f *CountsFlag) VectorRows(rows []catalog.Info, named Selection) ([]catalog.Info, error) {
	if f.Counts == "" {
		return rows, nil
	}
	distribution, err := catalog.ParseDistribution(string(f.Counts))
	if err != nil {
		return nil, exit.Usagef("--counts %v", err)
	}
	f.Counts = distribution
	for _, info := range rows {
		switch {
		case info.Op.MPIVector() == "" &&
			slices.Contains(slices.Concat(named.Op, named.Ops), string(info.Op)):
			return nil, exit.Usagef(
				"--counts %s with %s, want allgather, reducescatter, scatter, gather or alltoall",
				distribution,
				info.Op)
		case !info.Vector && slices.Contains(named.Algo, info.ID):
			return nil, exit.Usagef("--counts %s with %s, which accepts equal blocks only", distribution, info.ID)
		}
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(info catalog.Info) bool { return !info.Vector })
	if len(rows) == 0 {
		return nil, exit.Usagef("--counts %s: none of the named algorithms accepts blocks of different lengths",
			distribution)
	}
	return rows, nil
}
