//go:build cgo

package verify

import (
	"fmt"
	"io"

	"topocoll/catalog"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/verify"
	"topocoll/mpi"
	"topocoll/topo"
)

// maxLogical is the maximum of --logical. Verifying this number of nodes takes minutes, because an all-to-all
// has a block for each pair of nodes.
const maxLogical = 1024

// Run verifies the selected algorithms, or starts the ranks that verify them.
func (v *Command) Run(out io.Writer, given option.Given) error {
	rows, err := v.Rows()
	if err != nil {
		return err
	}
	if err := given.RefuseIdle(rows); err != nil {
		return err
	}
	if v.Logical != nil && given["dims"] {
		return exit.Usagef("--dims %s cannot be used with --logical %d: the mesh of the logical nodes is always "+
			"as square as possible", v.Dims, *v.Logical)
	}
	if rows, err = v.CountsFlag.VectorRows(rows, v.Selection); err != nil {
		return err
	}
	g, err := option.ParseDims(v.Dims)
	if err != nil {
		return err
	}
	if v.Logical != nil && (*v.Logical < 1 || *v.Logical > maxLogical) {
		return exit.Usagef("--logical %d, want 1 to %d nodes", *v.Logical, maxLogical)
	}
	start, err := ranks.MustStart(v.N, v.Allows)
	if err != nil {
		return err
	}
	if start {
		if err := option.CheckDims(g, v.N); err != nil {
			return err
		}
		return ranks.Start(v.N)
	}
	return ranks.WithMPI(func(w *mpi.World) error {
		if err := option.CheckDims(g, w.Size); err != nil {
			return err
		}
		return v.verifyRows(w, rows, g, out)
	})
}

func (v *Command) verifyRows(w *mpi.World, rows []catalog.Info, g topo.Mesh, out io.Writer) error {
	passed, failed := 0, 0
	for _, info := range rows {
		verdict, err := v.verifyRow(w, info, g)
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
			fmt.Fprintf(out, "ok    %-28s %5d calls match %s\n", info.ID, verdict.Cases,
				v.referenceName(info))
		}
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return exit.Error{Code: exit.WrongResult, Quiet: true,
			Err: fmt.Errorf("%d algorithms gave wrong results", failed)}
	}
	return nil
}

func (v *Command) verifyRow(w *mpi.World, info catalog.Info, g topo.Mesh) (verify.Verdict, error) {
	if v.Logical != nil {
		return verify.RunLogical(w, info, *v.Logical, v.Counts)
	}
	return verify.Run(w, info, g, v.Counts)
}

// referenceName returns the name of the reference for the results: an MPI function, or the definition.
func (v *Command) referenceName(info catalog.Info) string {
	if v.Logical != nil {
		return "the definition"
	}
	if v.Counts != "" {
		return info.Op.MPIVector()
	}
	return info.Op.MPI()
}
