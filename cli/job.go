package cli

import (
	"os"
	"strings"

	"topocoll/launcher"
	"topocoll/topo"
)

// needsLaunch reports whether this process has to start mpirun: it has not been started by a launcher
// itself. n is the -n of the command, 0 for none.
func needsLaunch(n int) (bool, error) {
	_, launched := launcher.Rank()
	switch {
	case launched && n != 0:
		return false, usagef("-n %d under a launcher, want it left out: mpirun or srun says how many processes there are", n)
	case launched:
		return false, nil
	case n < 1:
		return false, usagef("-n %d, want -n P with P processes to start, or a launcher: mpirun -n P %s ...", n, os.Args[0])
	}
	return true, nil
}

// withoutN returns the arguments without -n: the ranks learn their number from the launcher.
func withoutN(args []string) []string {
	var rest []string
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-n":
			i++
		case strings.HasPrefix(args[i], "-n") && !strings.HasPrefix(args[i], "--"):
		default:
			rest = append(rest, args[i])
		}
	}
	return rest
}

func parseDims(dims string) (topo.Mesh, error) {
	if dims == "" {
		return nil, nil
	}
	g, err := topo.ParseMesh(dims)
	if err != nil {
		return nil, usage(err)
	}
	return g, nil
}

// fills refuses extents that the processes do not fill, before anything runs.
func fills(g topo.Mesh, p int) error {
	if g == nil {
		return nil
	}
	if err := g.Check("--dims", p); err != nil {
		return usage(err)
	}
	return nil
}
