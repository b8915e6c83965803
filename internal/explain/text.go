package explain

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"topocoll/catalog"
	"topocoll/cost"
	"topocoll/internal/check"
	"topocoll/internal/wrap"
	"topocoll/sim"
	"topocoll/topo"
)

// Text writes the figure for a terminal of 80 columns.
func (f *Figure) Text(w io.Writer) error {
	var s strings.Builder
	for _, line := range f.Head() {
		s.WriteString(wrap.Text("", "", line))
	}
	s.WriteString("\n")
	last := utf8.RuneCountInString(fmt.Sprint(len(f.Steps)))
	steps, width := f.messageTexts()
	sums, sumWidth := f.partialSums()
	for i, cells := range steps {
		prefix := fmt.Sprintf("step %*d   ", last, i+1)
		s.WriteString(formatColumns(prefix, cells, width))
		if sums != nil {
			s.WriteString(formatColumns(fmt.Sprintf("%-*s", len(prefix), "sums"), sums[i], sumWidth))
		}
	}
	legend := f.Legend()
	if len(sums) > 0 {
		legend = strings.TrimSuffix("sums: the partial result of each node after the step; "+legend, "; ")
	}
	if legend != "" {
		fmt.Fprintf(&s, "\n%s", wrap.Text("", "", legend))
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// Head returns the lines above the figure: the operation, the machine and the counts.
func (f *Figure) Head() []string {
	coll := f.Info.Op
	lines := []string{
		fmt.Sprintf("%s: %s (%s)", f.Info.ID, coll.Textbook()[0], coll.MPI()),
		f.Sentence(),
		fmt.Sprintf("On %s, %s%s; %s.", topo.TitleFor(f.Machine.Network, f.P), routingText(f.Machine.Routing),
			portsText(f.Machine.Ports), f.Info.Source),
	}
	if f.Model.Cost != nil {
		lines = append(lines, f.Formula())
	}
	return append(lines, fmt.Sprintf("p = %d, m = %d: %s, %s, %s.", f.P, f.M,
		check.FormatCount(len(f.Steps), "step"), check.FormatCount(f.Result.Messages, "message"),
		check.FormatCount(f.Result.Words, "word")))
}

// Formula returns the textbook's formula for the time, with its conditions if the run does not meet them.
func (f *Figure) Formula() string {
	s := "T = " + f.Model.Form
	own, err := f.Model.Home.Network(f.P, f.Mesh)
	a := f.Model.Complete(cost.Params{P: f.P, M: f.M, Mesh: f.Mesh}, f.Shift, f.Segment)
	switch {
	case f.Model.Unmet(f.Info, a) != "":
		return s + ", for " + f.Model.Unmet(f.Info, a)
	case err == nil && own.String() != f.Machine.Network.String():
		return s + " on its own network, " + own.String()
	case f.Model.CT && f.Machine.Routing == sim.SF:
		return s + " under cut-through"
	case !f.Model.CT && f.Machine.Routing == sim.CT:
		return cost.WithTh(s)
	}
	return s
}

// messageTexts returns a text for each message of every step, and the width of the widest text. If all
// messages have the same data, the texts omit the data.
func (f *Figure) messageTexts() (steps [][]string, width int) {
	digits := len(fmt.Sprint(f.P - 1))
	for _, arrows := range f.Steps {
		cells := make([]string, len(arrows))
		for i, a := range arrows {
			cells[i] = fmt.Sprintf("%*d -> %-*d", digits, a.From, digits, a.To)
			if !f.sameData {
				cells[i] += " (" + a.Data + ")"
			}
			width = max(width, utf8.RuneCountInString(cells[i]))
		}
		steps = append(steps, cells)
	}
	return steps, width
}

// partialSums returns texts with the partial sums of the nodes after every step, and the width of the widest
// text. It returns nil if the operation is not a reduction or a scan, or if there are too many nodes.
func (f *Figure) partialSums() (steps [][]string, width int) {
	held := f.legibleDataByStep()
	if held == nil || !f.Info.Op.Reduces() {
		return nil, 0
	}
	digits := len(fmt.Sprint(f.P - 1))
	for _, nodes := range held[1:] {
		var cells []string
		for node, sum := range nodes {
			if sum != "" {
				cells = append(cells, fmt.Sprintf("%*d: %s", digits, node, sum))
				width = max(width, utf8.RuneCountInString(cells[len(cells)-1]))
			}
		}
		steps = append(steps, cells)
	}
	return steps, width
}

// formatColumns arranges cells of the given width in as many columns as fit.
func formatColumns(prefix string, cells []string, width int) string {
	room := wrap.Columns - utf8.RuneCountInString(prefix)
	if width > room {
		s := ""
		for _, cell := range cells {
			s += wrap.Text(prefix, wrap.Indent(prefix), cell)
			prefix = strings.Repeat(" ", len(prefix))
		}
		return s
	}
	perLine := min((room+3)/(width+3), 8)
	lines := (len(cells) + perLine - 1) / perLine
	perLine = (len(cells) + lines - 1) / max(1, lines) // all lines have about the same number of cells
	s := ""
	for i := 0; i < len(cells); i += perLine {
		line := prefix
		for _, cell := range cells[i:min(i+perLine, len(cells))] {
			line += cell + strings.Repeat(" ", width+3-utf8.RuneCountInString(cell))
		}
		s += strings.TrimRight(line, " ") + "\n"
		prefix = strings.Repeat(" ", len(prefix))
	}
	return s
}

func routingText(r sim.Routing) string {
	if r == sim.CT {
		return "cut-through routing"
	}
	return "store-and-forward routing"
}

func portsText(p sim.Ports) string {
	return map[sim.Ports]string{sim.HalfDuplex: ", half duplex", sim.AllPort: ", all ports"}[p]
}

// Sentence describes the operation in one sentence.
func (f *Figure) Sentence() string {
	switch f.Info.Op {
	case catalog.Bcast:
		return fmt.Sprintf("Node %d sends its message M to every node.", f.Root)
	case catalog.Reduce:
		return fmt.Sprintf("The values of all nodes are added up at node %d.", f.Root)
	case catalog.Allgather:
		return "Every node sends its block to every node."
	case catalog.ReduceScatter:
		return "Every node has a block for every node; the blocks for node i are added up at node i."
	case catalog.Allreduce:
		return "The values of all nodes are added up on every node."
	case catalog.Scan:
		return "Node k gets the sum of the values of nodes 0 to k."
	case catalog.Exscan:
		return "Node k gets the sum of the values of nodes 0 to k-1."
	case catalog.Scatter:
		return fmt.Sprintf("Node %d has a block for every node and sends each node its block.", f.Root)
	case catalog.Gather:
		return fmt.Sprintf("The blocks of all nodes are collected at node %d.", f.Root)
	case catalog.Alltoall:
		return "Every node has a block for every node and sends each node its block."
	case catalog.Shift:
		return fmt.Sprintf("Node i sends its block to node i + %d, modulo %d.", f.Shift, f.P)
	case catalog.Barrier:
		return "No node proceeds before all nodes have reached the barrier."
	}
	return ""
}

// Legend explains the labels of the figure.
func (f *Figure) Legend() string {
	if f.sameData {
		return ""
	}
	data := f.allData()
	s := map[catalog.Collective]string{
		catalog.Bcast:     "M[1]: word 1 of the message",
		catalog.Reduce:    "2: the value of node 2; Σ0-3: the sum of the values of nodes 0 to 3",
		catalog.Allreduce: "2: the value of node 2; Σ0-3: the sum of the values of nodes 0 to 3",
		catalog.Scan:      "2: the value of node 2; Σ0-3: the sum of the values of nodes 0 to 3",
		catalog.Exscan:    "2: the value of node 2; Σ0-3: the sum of the values of nodes 0 to 3",
		catalog.Allgather: explainFirstRange(data, "of"),
		catalog.Gather:    explainFirstRange(data, "of"),
		catalog.Scatter:   explainFirstRange(data, "for"),
		catalog.ReduceScatter: "2>5: the block of node 2 for node 5; Σ0-3>5: the sum of the blocks of nodes 0 " +
			"to 3 for node 5",
		catalog.Alltoall: "2>5: the block of node 2 for node 5",
		catalog.Shift:    "2: the block of node 2",
	}[f.Info.Op]
	if strings.Contains(data, "[") && f.Info.Op != catalog.Bcast {
		s = strings.TrimPrefix(s+"; [1]: only word 1", "; ")
	}
	return s
}

// explainFirstRange describes the first range of nodes in the data of messages. It returns "" if there is no
// range.
func explainFirstRange(data, whose string) string {
	for _, name := range strings.Fields(data) {
		nodes, _, _ := strings.Cut(name, "[") // brackets may follow, with the indices of words
		for _, some := range strings.Split(nodes, ",") {
			if first, last, found := strings.Cut(some, "-"); found {
				return fmt.Sprintf("%[1]s-%[2]s: the blocks %[3]s nodes %[1]s to %[2]s", first, last, whose)
			}
		}
	}
	return ""
}

func (f *Figure) allData() string {
	var all []string
	for _, step := range f.Steps {
		for _, arrow := range step {
			all = append(all, arrow.Data)
		}
	}
	return strings.Join(all, " ")
}
