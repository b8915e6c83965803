package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/cli/exit"
	"topocoll/internal/explain"
	"topocoll/internal/wrap"
	"topocoll/plan"
)

// planSchema is the version of docs/reference/plan-json.md.
const planSchema = 1

// A PlanFile has a call and the plans of all its nodes. docs/reference/plan-json.md describes the fields.
type PlanFile struct {
	Schema      int                `json:"schema"`
	Algo        string             `json:"algo"`
	Op          catalog.Collective `json:"op"`
	P           int                `json:"p"`
	M           int                `json:"m"`
	Root        int                `json:"root"`
	Shift       int                `json:"shift"`
	Segment     int                `json:"segment"`
	Dims        string             `json:"dims"`
	Commutative bool               `json:"commutative"`
	Ordered     bool               `json:"ordered"`
	Times       *planTimes         `json:"times,omitempty"`
	Links       *LinkLoads         `json:"links,omitempty"`
	Nodes       plan.Job           `json:"nodes"`
}

// unknownSegment is the Segment of a file without that field.
const unknownSegment = -1

// write writes a node or a step per line.
func (f *PlanFile) write(out io.Writer) error {
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	for _, begin := range []string{`{"in":`, `{"do":`} {
		text = bytes.ReplaceAll(text, []byte(begin), []byte("\n"+begin))
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	return err
}

// ReadPlan reads a file. It refuses one whose nodes do not fit its call.
func ReadPlan(name string) (*PlanFile, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, exit.Usage(err)
	}
	f := PlanFile{Segment: unknownSegment}
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, exit.Usagef("%s: %w", name, err)
	}
	if f.Algo = wrap.Plain(f.Algo); f.Algo == "" {
		f.Algo = results.Planned + wrap.Plain(filepath.Base(name))
	}
	switch {
	case f.Schema != planSchema:
		return nil, exit.Usagef("%s: schema %d, want %d", name, f.Schema, planSchema)
	case !slices.Contains(catalog.Collectives(), f.Op):
		return nil, exit.Usagef("%s: op %q, want one of %v", name, f.Op, catalog.Collectives())
	case f.P < 1 || f.P > explain.MaxP || f.P != len(f.Nodes):
		return nil, exit.Usagef("%s: p is %d, and there are %d nodes, want as many, 1 to %d", name, f.P, len(f.Nodes), explain.MaxP)
	case f.M < 0 || f.M > maxPlanWords/f.P:
		return nil, exit.Usagef("%s: m is %d, want 0..%d", name, f.M, maxPlanWords/f.P)
	case f.Root < 0 || f.Root >= f.P:
		return nil, exit.Usagef("%s: root is %d, want 0..%d", name, f.Root, f.P-1)
	}
	for rank, node := range f.Nodes {
		in, out := f.Op.In(f.P, f.M, rank, f.Root), f.Op.Out(f.P, f.M, rank, f.Root)
		if node.In != in || node.Out != out {
			return nil, exit.Usagef("%s: node %d: in and out have %d and %d words, want %d and %d", name, rank, node.In, node.Out, in, out)
		}
	}
	if err := f.Nodes.Validate(); err != nil {
		return nil, exit.Usagef("%s: %w", name, err)
	}
	return &f, nil
}

// text describes every node, or one.
func (f *PlanFile) text(out io.Writer, only *int) error {
	messages, words := sent(f.Nodes)
	fmt.Fprintf(out, "%s\n%d steps, %d messages, %d words\n", f.title(), steps(f.Nodes), messages, words)
	f.Times.text(out)
	f.Links.text(out)
	for rank := range f.Nodes {
		if only == nil || *only == rank {
			writeNode(out, rank, &f.Nodes[rank])
		}
	}
	return nil
}

// title names the call.
func (f *PlanFile) title() string {
	title := fmt.Sprintf("%s: p = %d, m = %d", f.Algo, f.P, f.M)
	switch {
	case f.Op.Rooted():
		title += fmt.Sprintf(", root %d", f.Root)
	case f.Op == catalog.Shift:
		title += fmt.Sprintf(", shift %d", f.Shift)
	}
	if f.Segment > 0 {
		title += fmt.Sprintf(", segment %d", f.Segment)
	}
	if f.Ordered {
		title += ", ordered"
	}
	return title
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
