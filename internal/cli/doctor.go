package cli

type doctorCommand struct {
	N int `short:"n" help:"Processes to start (as many as cores, at least 2); leave it out under your own mpirun or srun." placeholder:"P"`
}

func (doctorCommand) Help() string {
	return `Looks at what decides whether a benchmark here can be believed: cores, binding, load, clocks, shared memory, the library and its algorithms. Each line is fine, a note with advice, or bad. Exit code 1 if something is bad.`
}
