package cli

type verifyCommand struct {
	selection
	N int `short:"n" help:"Number of processes to start. Omit it under your own mpirun or srun." placeholder:"P"`
	ranksPerCoreFlag
	Dims string `help:"Extents of the mesh: 2x3 (default: as square as possible)." placeholder:"RxC"`
	skewFlag
	Logical *int `help:"Run each algorithm on K logical nodes, distributed over the processes, and compare it with the definition of the operation instead of the native call." placeholder:"K"`
}
