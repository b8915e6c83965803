//go:build cgo

package cli

import (
	"fmt"
	"io"

	"topocoll/catalog"
	"topocoll/internal/verify"
	"topocoll/mpi"
	"topocoll/topo"
)

// mostLogical nodes are checked in minutes; the blocks of an all-to-all grow with their square.
const mostLogical = 1024

func (v *verifyCommand) Run(out io.Writer, given flags) error {
	rows, err := v.rows()
	if err != nil {
		return err
	}
	if err := given.forNone(rows); err != nil {
		return err
	}
	if v.Logical != nil && given["dims"] {
		return usagef("--dims %s with --logical %d, whose mesh is as square as possible", v.Dims, *v.Logical)
	}
	if rows, err = v.skewFlag.of(rows, v.selection); err != nil {
		return err
	}
	g, err := parseDims(v.Dims)
	if err != nil {
		return err
	}
	if v.Logical != nil && (*v.Logical < 1 || *v.Logical > mostLogical) {
		return usagef("--logical %d, want 1 to %d nodes", *v.Logical, mostLogical)
	}
	start, err := needsLaunch(v.N, v.ranksPerCoreFlag)
	if err != nil {
		return err
	}
	if start {
		if err := fills(g, v.N); err != nil {
			return err
		}
		return launch(v.N)
	}
	return withMPI(func(w *mpi.World) error {
		if err := fills(g, w.Size); err != nil {
			return err
		}
		return v.each(w, rows, g, out)
	})
}

func (v *verifyCommand) each(w *mpi.World, rows []catalog.Info, g topo.Mesh, out io.Writer) error {
	passed, failed := 0, 0
	for _, info := range rows {
		verdict, err := v.one(w, info, g)
		if err != nil {
			return err
		}
		switch {
		case verdict.Refused != "":
			fmt.Fprintf(out, "--    %-28s %s\n", info.ID, verdict.Refused)
		case verdict.Failure != "":
			failed++
			fmt.Fprintf(out, "WRONG %-28s %s\n", info.ID, verdict.Failure)
		default:
			passed++
			fmt.Fprintf(out, "ok    %-28s %5d calls match %s\n", info.ID, verdict.Cases, v.against(info))
		}
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return failure{code: exitWrong, quiet: true, err: fmt.Errorf("%d algorithms gave wrong results", failed)}
	}
	return nil
}

func (v *verifyCommand) one(w *mpi.World, info catalog.Info, g topo.Mesh) (verify.Verdict, error) {
	if v.Logical != nil {
		return verify.RunLogical(w, info, *v.Logical, v.Counts)
	}
	return verify.Run(w, info, g, v.Counts)
}

func (v *verifyCommand) against(info catalog.Info) string {
	if v.Logical != nil {
		return "the definition"
	}
	if v.Counts != "" {
		return info.Op.MPIVector()
	}
	return info.Op.MPI()
}
