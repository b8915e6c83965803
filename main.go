// Topocoll runs the collective operations of the textbook Introduction to Parallel Computing (Kumar, Grama,
// Gupta, Karypis). It implements the operations with point-to-point messages, and compares their times with
// the times of the native calls of Open MPI or MPICH.
package main

import (
	"os"

	"topocoll/internal/cli"
)

func main() { cli.Exit(cli.Main(os.Args[1:])) }
