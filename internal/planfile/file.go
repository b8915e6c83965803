// Package planfile reads, checks and writes plan files. docs/reference/plan-json.md describes their format.
package planfile

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
	"topocoll/internal/exit"
	"topocoll/internal/explain"
	"topocoll/internal/wrap"
	"topocoll/plan"
)

// Schema is the version of the format that docs/reference/plan-json.md describes.
const Schema = 2

// MaxP is the maximum number of nodes of a plan.
const MaxP = explain.MaxP

// MaxWords is the maximum length of a buffer. Recording needs a byte of address space for each word.
const MaxWords = 1 << 28

// A File holds a call and the plans of all its nodes.
type File struct {
	// Version of the file format.
	Schema int `json:"schema"`
	// Name of the algorithm that was recorded. Informational.
	Algo string `json:"algorithm"`
	// Name of the operation, as in `topocoll list`: `bcast`, `reduce` and so on.
	Op catalog.Collective `json:"operation"`
	// Number of nodes, 1 to 256.
	P int `json:"p"`
	// Number of words of a message or block.
	M int `json:"m"`
	// Rank of the root of `bcast`, `reduce`, `scatter` and `gather`.
	Root int `json:"root"`
	// Distance of the circular shift.
	Shift int `json:"shift"`
	// Maximum number of words in a message, given or found by `--segment auto`. If it is 0, messages were not
	// split into segments, and `bench --plan` splits them as it does for the algorithms of topocoll.
	Segment int `json:"segment"`
	// Extents of the mesh that were requested. Informational.
	Dims string `json:"dims"`
	// Whether the operator must commute. It is false if the algorithm takes the same steps for any operator,
	// and with `--no-commute`.
	Commutative bool `json:"commutative"`
	// Whether `--order` changed the order of the steps. Informational.
	Ordered bool `json:"ordered"`
	// Modelled times of the plan. Informational. Absent from most files that other programs wrote.
	Times *Times `json:"times,omitempty"`
	// Number of words on each link of a network. Informational. Absent without `--network`.
	Links *LinkLoads `json:"links,omitempty"`
	// Plan of each node, indexed by rank.
	Nodes plan.Job `json:"nodes"`
}

// unknownSegment is the value of File.Segment if the file lacks that field.
const unknownSegment = -1

// Write writes the file, with one node or step per line.
func (f *File) Write(out io.Writer) error {
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

// Read reads a file. It returns an error if the nodes do not match the call.
func Read(name string) (*File, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, exit.Usage(err)
	}
	f := File{Segment: unknownSegment}
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, exit.Usagef("%s: %w", name, err)
	}
	if f.Algo = wrap.Plain(f.Algo); f.Algo == "" {
		f.Algo = results.Planned + wrap.Plain(filepath.Base(name))
	}
	switch {
	case f.Schema != Schema:
		return nil, exit.Usagef("%s: schema %d, want %d", name, f.Schema, Schema)
	case !slices.Contains(catalog.Collectives(), f.Op):
		return nil, exit.Usagef("%s: operation %q, want one of %v", name, f.Op, catalog.Collectives())
	case f.P < 1 || f.P > MaxP || f.P != len(f.Nodes):
		return nil, exit.Usagef("%s: p is %d, and there are %d nodes; both must be the same number from 1 to %d",
			name, f.P, len(f.Nodes), MaxP)
	case f.M < 0 || f.M > MaxWords/f.P:
		return nil, exit.Usagef("%s: m is %d, want 0..%d", name, f.M, MaxWords/f.P)
	case f.Root < 0 || f.Root >= f.P:
		return nil, exit.Usagef("%s: root is %d, want 0..%d", name, f.Root, f.P-1)
	}
	for rank, node := range f.Nodes {
		in, out := f.Op.In(f.P, f.M, rank, f.Root), f.Op.Out(f.P, f.M, rank, f.Root)
		if node.In != in || node.Out != out {
			return nil, exit.Usagef("%s: node %d: in and out have %d and %d words, want %d and %d", name,
				rank, node.In, node.Out, in, out)
		}
	}
	if err := f.Nodes.Validate(); err != nil {
		return nil, exit.Usagef("%s: %w", name, err)
	}
	return &f, nil
}

// Title returns a title with the algorithm and the arguments of the call.
func (f *File) Title() string {
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
