// Topocoll runs the collective operations of the parallel-computing textbook, written by hand over
// point-to-point messages, and times them against the native calls of Open MPI or MPICH.
package main

import (
	"os"

	"topocoll/internal/cli"
)

func main() { cli.Exit(cli.Main(os.Args[1:])) }
