package verify

import "topocoll/internal/cli/option"

type Command struct {
	option.Selection
	N       int    `short:"n" help:"Number of ranks to start." placeholder:"P"`
	Dims    string `help:"Extents of the mesh: 2x3 (default: as square as possible)." placeholder:"RxC"`
	Logical *int   `help:"Run on K logical nodes and compare with the definition of the operation." placeholder:"K"`
	option.CountsFlag
	option.RanksPerCoreFlag
}

func (*Command) Help() string {
	return `Runs every algorithm under MPI, as a procedure and compiled, and compares each word of the
result with the native call. Under your own mpirun or srun, omit -n. The exit code is 3 if a result is
wrong.

  topocoll verify -n 2
  topocoll verify allreduce scan -n 3
  topocoll verify -n 2 --algo hcube --logical 8`
}
