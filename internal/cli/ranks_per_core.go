package cli

// mostRanks is more than any mpirun is known to have started.
const mostRanks = 1 << 16

// ranksPerCoreFlag bounds the ranks that are started on this machine.
type ranksPerCoreFlag struct {
	RanksPerCore int `group:"Advanced" help:"Refuse to start more ranks than this for each core (default: ${default})." default:"64" placeholder:"N"`
}

// allows refuses more ranks than these cores can carry.
func (f ranksPerCoreFlag) allows(n, cores int) error {
	most, each := f.RanksPerCore, (n+cores-1)/cores
	switch {
	case most < 1 || most > mostRanks:
		return usagef("--ranks-per-core %d, want 1 to %d", most, mostRanks)
	case each > most:
		return usagef("-n %d with %d cores, want at most %d ranks: with %d ranks per core a rank waits for up to %d others before it goes on, and the MPI library may run out of memory or files; --ranks-per-core %d starts them",
			n, cores, most*cores, each, each-1, each)
	}
	return nil
}
