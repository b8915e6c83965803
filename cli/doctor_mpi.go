//go:build cgo

package cli

import (
	"fmt"
	"io"
	"runtime"

	"topocoll/bench"
	"topocoll/launcher"
	"topocoll/mpi"
)

func (d *doctorCommand) Run(out io.Writer) error {
	if _, launched := launcher.Rank(); d.N == 0 && !launched {
		d.N = runtime.NumCPU()
	}
	start, err := needsLaunch(d.N)
	if err != nil {
		return err
	}
	if start {
		return launch(d.N)
	}
	return withMPI(func(w *mpi.World) error {
		findings, err := bench.Examine(w)
		if err != nil {
			return err
		}
		return tell(out, findings)
	})
}

func tell(out io.Writer, findings []bench.Finding) error {
	bad := 0
	for _, f := range findings {
		fmt.Fprintf(out, "%-4s  %-13s  %s\n", f.Level, f.What, f.Value)
		if f.Advice != "" {
			fmt.Fprintf(out, "%21s%s\n", "", f.Advice)
		}
		if f.Level == bench.Bad {
			bad++
		}
	}
	if bad > 0 {
		return failure{code: exitRuntime, quiet: true, error: fmt.Errorf("%d findings are bad", bad)}
	}
	return nil
}
