package plan

import (
	"fmt"
	"io"
	"strings"

	"topocoll/internal/cli/model"
	"topocoll/internal/planfile"
	"topocoll/internal/wrap"
	"topocoll/plan"
)

// writeFile describes the plans of all nodes, or of one rank.
func writeFile(out io.Writer, f *planfile.File, rank *int) {
	messages, words := planfile.CountMessages(f.Nodes)
	fmt.Fprintf(out, "%s\n%d steps, %d messages, %d words\n", f.Title(), f.Nodes.CountSteps(), messages, words)
	writeTimes(out, f.Times)
	if f.Links != nil {
		writeLinks(out, f.Links)
	}
	for i := range f.Nodes {
		if rank == nil || *rank == i {
			writeNode(out, i, &f.Nodes[i])
		}
	}
}

func writeTimes(out io.Writer, t *planfile.Times) {
	fmt.Fprintf(out, "critical path: %v (dependencies only, ports ignored)\n", t.Critical)
	fmt.Fprintf(out, "one port:      %s\nall ports:     %s\nwith %s\n", timeText(t, t.OnePort),
		timeText(t, t.AllPort), unitsText(t))
}

func timeText(t *planfile.Times, time planfile.Duration) string {
	sum := fmt.Sprintf("%v, %s µs", time.Path, model.Micros(time.Time))
	if t.Tr > 0 {
		sum += " with combinations"
	}
	return sum
}

func unitsText(t *planfile.Times) string {
	units := fmt.Sprintf("ts = %v µs, tw = %v µs/word%s", t.Ts, t.Tw, t.TwSource)
	if t.Tr > 0 {
		units += fmt.Sprintf(", tr = %v µs/word", t.Tr)
	}
	return units
}

// writeLinks writes the load of the busiest link, and a line with the loads of the outgoing links of every
// host and switch that sends words.
func writeLinks(out io.Writer, l *planfile.LinkLoads) {
	fmt.Fprintf(out, "busiest link:  %d words, on %s\n", l.Largest, l.Title)
	for i := 0; i < len(l.Loads); {
		from := l.Loads[i].From
		first := fmt.Sprintf("%5s to ", from)
		var to []string
		for ; i < len(l.Loads) && l.Loads[i].From == from; i++ {
			to = append(to, fmt.Sprintf("%s: %d", l.Loads[i].To, l.Loads[i].Words))
		}
		io.WriteString(out, wrap.Text(first, wrap.Indent(first), strings.Join(to, ", ")))
	}
}

func writeNode(out io.Writer, rank int, node *plan.Plan) {
	fmt.Fprintf(out, "\nnode %d: in %d, out %d, scratch %d words\n", rank, node.In, node.Out, node.Scratch)
	if len(node.Steps) == 0 {
		return
	}
	fmt.Fprintln(out, " step round")
	for i, waits := range node.Waits() {
		s := node.Steps[i]
		first := fmt.Sprintf("%5d %5s  ", i, "")
		if s.Message() {
			first = fmt.Sprintf("%5d %5d  ", i, s.Round)
		}
		text := s.String()
		for k, earlier := range waits {
			if k == 0 {
				text += "; after"
			} else {
				text += ","
			}
			text += fmt.Sprintf(" %d", earlier)
		}
		io.WriteString(out, wrap.Text(first, wrap.Indent(first), text))
	}
}
