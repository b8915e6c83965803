package model

import (
	"fmt"
	"io"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/cli/exit"
	"topocoll/internal/conform"
	"topocoll/internal/wrap"
	"topocoll/local"
	"topocoll/plan"
)

// maxSymbols is the maximum number of words of all nodes that a check replaces by symbols.
const maxSymbols = 1 << 22

func (c *PlanCheckCommand) Run(out io.Writer) error {
	f, err := CheckedPlan(c.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "ok: %s: %s on %d nodes, m = %d: ranges, messages, no deadlock, every word\n", wrap.Plain(c.File), f.Op, f.P, f.M)
	return nil
}

// CheckedPlan reads a file and checks its plans as docs/reference/plan-json.md describes.
func CheckedPlan(name string) (*PlanFile, error) {
	f, err := ReadPlan(name)
	if err != nil {
		return nil, err
	}
	words := 0
	for _, node := range f.Nodes {
		if words += node.In + node.Out + min(node.Scratch, maxSymbols); words > maxSymbols {
			return nil, exit.Usagef("%s: more than %d words in all buffers, too many to check", name, maxSymbols)
		}
	}
	if err := f.Nodes.Check(); err != nil {
		return nil, exit.Error{Code: exit.WrongResult, Err: fmt.Errorf("%s: %w", name, err)}
	}
	if err := f.proved(); err != nil {
		return nil, exit.Error{Code: exit.WrongResult, Err: fmt.Errorf("%s: %w", name, err)}
	}
	return f, nil
}

// nowhere is the content of an output before a run. No input contains it.
const nowhere = "nowhere "

// proved runs the plans on symbols, in program order and by dependencies, and compares every word with the definition of
// the operation.
func (f *PlanFile) proved() error {
	exam := conform.Set(f.Op, conform.Strings(), conform.Case{P: f.P, Root: f.Root, M: f.M, Shift: f.Shift, Commuting: f.Commutative})
	exam.Op = bounded(exam.Op, f.P)
	runs := map[string]func(*plan.Runner[string], comm.AsyncPort[string], []string, []string) error{
		"in program order": func(r *plan.Runner[string], port comm.AsyncPort[string], in, out []string) error {
			return r.Run(port, exam.Op, in, out)
		},
		"by dependencies": func(r *plan.Runner[string], port comm.AsyncPort[string], in, out []string) error {
			return r.RunAsync(port, exam.Op, in, out)
		},
	}
	for _, order := range []string{"in program order", "by dependencies"} {
		results := make([][]string, f.P)
		err := local.Run(f.P, func(port comm.AsyncPort[string]) error {
			me := port.Rank()
			in, out := exam.In[me], make([]string, f.Nodes[me].Out)
			for j := range out {
				out[j] = nowhere
			}
			if f.Op == catalog.Bcast && me == f.Root {
				copy(out, in)
			}
			results[me] = out
			return runs[order](plan.NewRunner[string](&f.Nodes[me]), port, in, out)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", order, err)
		}
		if err := differs(results, exam.Want); err != nil {
			return fmt.Errorf("%s: %w", order, err)
		}
	}
	return nil
}

// bounded is op for words of at most p operands. Longer words, which no correct result has, become nowhere. Otherwise a file with a
// few doublings would fill the memory.
func bounded(op comm.Op[string], p int) comm.Op[string] {
	longest := p * len("255.4194303 ")
	return comm.Op[string]{Name: op.Name, Commutative: op.Commutative, Apply: func(dst, a, b []string) {
		for j := range dst {
			if len(a[j])+len(b[j]) > longest {
				dst[j] = nowhere
			} else {
				op.Apply(dst[j:j+1], a[j:j+1], b[j:j+1])
			}
		}
	}}
}

// differs returns an error for the first wrong word. Nodes without a required result are not compared.
func differs(got, want [][]string) error {
	for rank := range want {
		for j := range want[rank] {
			if got[rank][j] != want[rank][j] {
				return fmt.Errorf("node %d: word %d of the result is %q, want %q", rank, j, got[rank][j], want[rank][j])
			}
		}
	}
	return nil
}
