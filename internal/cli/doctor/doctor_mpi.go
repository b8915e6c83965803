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

// conclude returns a sentence on whether measured times can be trusted. The sentence names the findings of
// the worst level, unless all are fine. The result `bad` is true if any finding is bad.
func conclude(findings []bench.Finding) (sentence string, bad bool) {
	names := map[string][]string{}
	for _, f := range findings {
		names[f.Level] = append(names[f.Level], f.What)
	}
	sentence, level := "Measured times can be trusted here", bench.Fine
	if len(names[bench.Note]) > 0 {
		sentence, level = "Measured times can be trusted here, with reservations", bench.Note
	}
	if len(names[bench.Bad]) > 0 {
		sentence, level = "Measured times cannot be trusted here", bench.Bad
	}
	if level != bench.Fine {
		sentence += ": " + strings.Join(names[level], ", ") + " (see below)"
	}
	return sentence + ".", level == bench.Bad
}
