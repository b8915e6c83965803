//go:build cgo

package doctor

import (
	"fmt"
	"io"

	"topocoll/bench"
	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/internal/job/ranks"
	"topocoll/internal/launch"
	"topocoll/internal/wrap"
	"topocoll/mpi"
)

func (d *Command) Run(out io.Writer) error {
	if _, launched := launch.Rank(); d.N == 0 && !launched {
		d.N = max(2, host.Cores())
	}
	return ranks.Run(d.N, d.Allows, func(w *mpi.World) error {
		findings, err := bench.Examine(w)
		if err != nil {
			return err
		}
		return writeFindings(out, findings)
	})
}

// writeFindings prints the findings. It returns an error if one is bad.
func writeFindings(out io.Writer, findings []bench.Finding) error {
	bad := 0
	for _, f := range findings {
		first := fmt.Sprintf("%-4s  %-13s  ", f.Level, f.What)
		io.WriteString(out, wrap.Text(first, wrap.Indent(first), f.Value))
		if f.Advice != "" {
			io.WriteString(out, wrap.Text(wrap.Indent(first), wrap.Indent(first), f.Advice))
		}
		if f.Level == bench.Bad {
			bad++
		}
	}
	if bad > 0 {
		return exit.Error{Code: exit.Failed, Quiet: true, Err: fmt.Errorf("%d findings are bad", bad)}
	}
	return nil
}
