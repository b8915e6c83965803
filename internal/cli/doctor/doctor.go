package doctor

import "topocoll/internal/cli/option"

type Command struct {
	N int `short:"n" help:"Number of ranks to start (default: one per core, at least 2)." placeholder:"P"`
	option.RanksPerCoreFlag
}

func (*Command) Help() string {
	return `Checks whether a benchmark on this machine can be trusted: cores, binding, load, clocks, shared
memory, the MPI library and its algorithms. The first line says whether measured times can be trusted.
Each finding is marked fine, note (with advice) or bad. The exit code is 1 if any finding is bad.

  topocoll doctor
  topocoll doctor -n 2
  mpirun -n 64 topocoll doctor`
}
