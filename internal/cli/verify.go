package cli

type verifyCommand struct {
	selection
	N       int    `short:"n" help:"Processes to start; leave it out under your own mpirun or srun." placeholder:"P"`
	Dims    string `help:"Extents of the mesh: 2x3 (as square as can be)." placeholder:"RxC"`
	Logical *int   `help:"Run each algorithm on this many logical nodes, shared out to the processes, against the definition of the operation instead." placeholder:"K"`
}
