//go:build cgo

package doctor

import (
	"errors"
	"fmt"
	"io"
	"strings"

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

// writeFindings prints a conclusion and the findings. It returns an error if a finding is bad.
func writeFindings(out io.Writer, findings []bench.Finding) error {
	conclusion, bad := conclude(findings)
	io.WriteString(out, wrap.Text("", "", conclusion)+"\n")
	for _, f := range findings {
		first := fmt.Sprintf("%-4s  %-13s  ", f.Level, f.What)
		io.WriteString(out, wrap.Text(first, wrap.Indent(first), f.Value))
		if f.Advice != "" {
			io.WriteString(out, wrap.Text(wrap.Indent(first), wrap.Indent(first), f.Advice))
		}
	}
	if bad {
		return exit.Error{Code: exit.Failed, Quiet: true, Err: errors.New(conclusion)}
	}
	return nil
}

// conclude says in one sentence whether times can be trusted, and which findings are the reason if not.
func conclude(findings []bench.Finding) (sentence string, bad bool) {
	names := map[string][]string{}
	for _, f := range findings {
		names[f.Level] = append(names[f.Level], f.What)
	}
	switch bad, notes := names[bench.Bad], names[bench.Note]; {
	case len(bad) > 0:
		return "Measured times cannot be trusted here: " + strings.Join(bad, ", ") + " (see below).", true
	case len(notes) > 0:
		return "Measured times can be trusted here with care: " + strings.Join(notes, ", ") + " (see below).",
			false
	}
	return "Measured times can be trusted here.", false
}
