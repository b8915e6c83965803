package option

import (
	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
)

// RanksPerCoreFlag limits the number of ranks on this machine.
type RanksPerCoreFlag struct {
	RanksPerCore int `group:"Advanced" help:"Refuse to start more ranks than this for each core (default: ${default})." default:"64" placeholder:"N"`
}

// Allows refuses more ranks than --ranks-per-core allows on these cores.
func (f RanksPerCoreFlag) Allows(n, cores int) error {
	most, each := f.RanksPerCore, (n+cores-1)/cores
	switch {
	case most < 1 || most > launcher.MaxRanks:
		return exit.Usagef("--ranks-per-core %d, want 1 to %d", most, launcher.MaxRanks)
	case each > most:
		return exit.Usagef(
			"-n %d with %d cores, want at most %d ranks: with %d ranks per core a rank waits for up to %d others "+
				"before it goes on, and the MPI library may run out of memory or file descriptors; "+
				"--ranks-per-core %d allows it anyway",
			n, cores, most*cores, each, each-1, each)
	}
	return nil
}
