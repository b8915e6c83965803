package list

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/wrap"
)

type Command struct {
	option.Selection
	Long bool `short:"l" help:"Print the source, the accepted numbers of ranks and the radix of each algorithm."`
	JSON bool `help:"Print JSON instead of text."`
}

func (*Command) Help() string {
	return `Lists the algorithms by operation. With an operation or --long, prints the source of each algorithm
and the numbers of ranks that it accepts.

  topocoll list
  topocoll list MPI_Allreduce
  topocoll list 'all-to-all broadcast'
  topocoll list --algo 'hcube/*' --json`
}

// A jsonAlgorithm is an algorithm in the JSON output.
type jsonAlgorithm struct {
	ID          string `json:"id"`
	Op          string `json:"operation"`
	Topology    string `json:"topology"`
	Source      string `json:"source"`
	Accepts     string `json:"accepts"`
	Commutative bool   `json:"commutative"`
	Radix       int    `json:"radix"`   // 0: no radix
	Between     string `json:"between"` // algorithm between hosts; "": the algorithm has one level
	MPI         string `json:"mpi"`
}

func (l *Command) Run(out io.Writer) error {
	infos, err := l.Rows()
	if err != nil {
		return err
	}
	rows := make([]jsonAlgorithm, len(infos))
	for i, info := range infos {
		accepts := info.Accepts.String()
		if otherwise := info.Accepts.Otherwise(); otherwise != "" {
			accepts += "; else " + otherwise
		}
		rows[i] = jsonAlgorithm{info.ID, string(info.Op), info.Topology(), info.Source, accepts, info.Commutative,
			info.Radix, info.Between, info.Op.MPI()}
	}
	if l.JSON {
		return saved.WriteJSON(out, rows)
	}
	if l.Long || len(l.Op)+len(l.Ops) > 0 || len(l.Algo) > 0 {
		writeList(out, infos)
		return nil
	}
	writeFamilies(out, infos)
	fmt.Fprintf(out,
		"\n%d algorithms. A name such as -doubling after ring/bcast is short for\nring/bcast-doubling.\n",
		len(infos))
	fmt.Fprintln(out,
		"For details: topocoll list bcast, or topocoll list --long for all operations.")
	return nil
}

// writeFamilies prints the names of the algorithms in at most 80 columns, with one line for each operation
// and topology.
func writeFamilies(out io.Writer, infos []catalog.Info) {
	var line []string
	for i, info := range infos {
		if i == 0 || info.Op != infos[i-1].Op {
			fmt.Fprintf(out, "%s (%s)\n", info.Op, info.Op.MPI())
		}
		name := info.ID
		if len(line) > 0 {
			name = strings.TrimPrefix(name, info.Topology()+"/"+string(info.Op))
		}
		line = append(line, name)
		if next := i + 1; next == len(infos) || infos[next].Op != info.Op ||
			infos[next].Topology() != info.Topology() {
			io.WriteString(out, wrap.Text("  ", "      ", strings.Join(line, " ")))
			line = nil
		}
	}
}

// writeList prints the algorithms in at most 80 columns. Footnotes describe how an algorithm behaves with
// rank counts other than those in its column.
func writeList(out io.Writer, infos []catalog.Info) {
	var notes []string
	longest := 0
	for _, id := range option.IDs(infos) {
		longest = max(longest, len(id))
	}
	for i, info := range infos {
		if i == 0 || info.Op != infos[i-1].Op {
			fmt.Fprintf(out, "%s (%s)\n", info.Op, info.Op.MPI())
		}
		accepts := info.Accepts.String()
		if info.Accepts == catalog.MeshP {
			accepts = "R x C" // extents of a mesh
		}
		if otherwise := info.Accepts.Otherwise(); otherwise != "" {
			at := slices.Index(notes, otherwise)
			if at < 0 {
				at = len(notes)
				notes = append(notes, otherwise)
			}
			accepts += fmt.Sprintf(" [%d]", at+1)
		}
		also := ""
		if info.Between != "" {
			also = "; between hosts: " + info.Between
		}
		if info.Radix > 0 {
			also += fmt.Sprintf("; radix %d", info.Radix)
		}
		if info.Commutative {
			also += "; the operator must commute"
		}
		first := fmt.Sprintf("  %-*s %-13s ", longest, info.ID, accepts)
		io.WriteString(out, wrap.Text(first, wrap.Indent(first), info.Source+also))
	}
	for i, text := range notes {
		if i == 0 {
			fmt.Fprintln(out, "\nWith any other number of processes:")
		}
		fmt.Fprintf(out, "  [%d] %s\n", i+1, text)
	}
}
