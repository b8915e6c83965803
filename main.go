// Topocoll runs the collective operations of the parallel-computing textbook, written by hand over
// point-to-point messages, and times them against the native MPI calls.
package main

import (
	"os"

	"topocoll/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
