package cli

type doctorCommand struct {
	N int `short:"n" help:"Number of processes to start (default: one per core, at least 2). Omit it under your own mpirun or srun." placeholder:"P"`
	ranksPerCoreFlag
}

func (doctorCommand) Help() string {
	return `Checks what decides whether a benchmark on this machine can be believed: cores, binding, load, clocks, shared memory, the library and its algorithms. Each line says that a finding is fine, is a note with advice, or is bad. The exit code is 1 if any finding is bad.`
}
