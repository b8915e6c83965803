package option

import "topocoll/internal/cli/exit"

// MaxRanks is the maximum number of ranks of a job.
const MaxRanks = 1 << 16

// RanksPerCoreFlag limits the number of ranks on this machine.
type RanksPerCoreFlag struct {
	RanksPerCore int `group:"Advanced" help:"Refuse to start more ranks than this for each core (default: ${default})." default:"64" placeholder:"N"`
}

// Allows refuses more ranks than --ranks-per-core allows on these cores.
func (f RanksPerCoreFlag) Allows(n, cores int) error {
	most, each := f.RanksPerCore, (n+cores-1)/cores
	switch {
	case most < 1 || most > MaxRanks:
		return exit.Usagef("--ranks-per-core %d, want 1 to %d", most, MaxRanks)
	case each > most:
		return exit.Usagef("-n %d with %d cores, want at most %d ranks: with %d ranks per core a rank waits for up to %d others before it goes on, and the MPI library may run out of memory or files; --ranks-per-core %d starts them",
			n, cores, most*cores, each, each-1, each)
	}
	return nil
}
