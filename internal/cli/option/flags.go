package option

import (
	"fmt"
	"slices"
	"strconv"

	"topocoll/catalog"
	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
)

// RadixFlag is the flag that sets the radix of all algorithms with a radix.
type RadixFlag struct {
	Radix radixValue `group:"Advanced" help:"Radix of the algorithms that have one, such as tree/bcast-knomial." placeholder:"R"`
}

// A radixValue is a radix, or 0 for none.
type radixValue int

func (r *radixValue) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 2 || n > maxCount {
		return fmt.Errorf("%q, want a whole number of at least 2", text)
	}
	*r = radixValue(n)
	return nil
}

// MarshalText returns the radix in the form that UnmarshalText accepts, or nothing for 0.
func (r radixValue) MarshalText() ([]byte, error) {
	if r == 0 {
		return nil, nil
	}
	return strconv.AppendInt(nil, int64(r), 10), nil
}

// Apply sets the radix of the algorithms that have one, unless the name of an algorithm already gives its
// radix.
func (f RadixFlag) Apply(infos []catalog.Info) error {
	if f.Radix == 0 {
		return nil
	}
	has := func(info catalog.Info) bool { return info.Radix > 0 }
	if !slices.ContainsFunc(infos, has) {
		return exit.Usagef(
			"--radix %d has no effect on %s; use an algorithm that has a radix, such as tree/bcast-knomial",
			f.Radix, abbreviateList(IDs(infos)))
	}
	for i, info := range infos {
		if has(info) && !info.NamesRadix() {
			infos[i] = info.WithRadix(int(f.Radix))
		}
	}
	return nil
}

// CountsFlag is the flag that selects calls with a separate count for each rank.
type CountsFlag struct {
	Counts catalog.Distribution `group:"What to measure" help:"Time calls with a count for each rank: equal, linear, big, zero or random:SEED." placeholder:"HOW" predictor:"counts"`
}

// VectorRows returns the algorithms in `rows` whose calls can have a count for each rank. It returns an error
// if the command line names an operation or an algorithm whose calls cannot have such counts. Without
// --counts, it returns `rows`.
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
				"--counts %s cannot be used with %s; use allgather, reducescatter, scatter, gather or alltoall",
				distribution,
				info.Op)
		case !info.Vector && slices.Contains(named.Algo, info.ID):
			return nil, exit.Usagef("--counts %s cannot be used with %s, which accepts equal blocks only",
				distribution, info.ID)
		}
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(info catalog.Info) bool { return !info.Vector })
	if len(rows) == 0 {
		return nil, exit.Usagef("--counts %s: none of the named algorithms accepts blocks of different lengths",
			distribution)
	}
	return rows, nil
}

// RanksPerCoreFlag is the flag that limits the number of ranks on this machine.
type RanksPerCoreFlag struct {
	RanksPerCore int `group:"Advanced" help:"Refuse to start more ranks per core than this number (default: ${default})." default:"64" placeholder:"N"`
}

// Allows returns an error if n ranks are too many for the given number of cores, according to
// --ranks-per-core.
func (f RanksPerCoreFlag) Allows(n, cores int) error {
	most, each := f.RanksPerCore, (n+cores-1)/cores
	switch {
	case most < 1 || most > launcher.MaxRanks:
		return exit.Usagef("--ranks-per-core %d, want 1 to %d", most, launcher.MaxRanks)
	case each > most:
		return exit.Usagef(
			"-n %d with %d cores, want at most %d ranks: with %d ranks per core, a rank may wait for %d other "+
				"ranks before it runs, and the MPI library may run out of memory or file descriptors; "+
				"--ranks-per-core %d allows this number of ranks",
			n, cores, most*cores, each, each-1, each)
	}
	return nil
}
