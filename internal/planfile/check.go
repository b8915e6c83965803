package planfile

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/internal/exit"
	"topocoll/local"
	"topocoll/plan"
)

// maxSymbols is the maximum number of words on all nodes that a check replaces with symbols.
const maxSymbols = 1 << 22

// ReadChecked reads a file and checks its plans as docs/reference/plan-json.md describes.
func ReadChecked(name string) (*File, error) {
	f, err := Read(name)
	if err != nil {
		return nil, err
	}
	words := 0
	for _, node := range f.Nodes {
		if words += node.In + node.Out + min(node.Scratch, maxSymbols); words > maxSymbols {
			return nil, exit.Usagef("%s: the buffers have more than %d words in total, too many to check", name,
				maxSymbols)
		}
	}
	if err := f.Nodes.Check(); err != nil {
		return nil, exit.Error{Code: exit.WrongResult, Err: fmt.Errorf("%s: %w", name, err)}
	}
	if err := f.checkResult(); err != nil {
		return nil, exit.Error{Code: exit.WrongResult, Err: fmt.Errorf("%s: %w", name, err)}
	}
	return f, nil
}

// noWord is the initial content of every word of an output, except at the root of a broadcast. No input
// contains it.
const noWord = "nowhere "

// checkResult runs the plans on symbolic words, in program order and in dependency order. It compares every
// word of the result with the definition of the operation.
func (f *File) checkResult() error {
	exam := conform.Set(f.Op, conform.Strings(),
		conform.Case{P: f.P, Root: f.Root, M: f.M, Shift: f.Shift, Commuting: f.Commutative})
	exam.Op = limitWords(exam.Op, f.P)
	for _, order := range []struct {
		name string
		run  func(port comm.AsyncPort[string], node *plan.Plan, in, out []string) error
	}{
		{"in program order", func(port comm.AsyncPort[string], node *plan.Plan, in, out []string) error {
			return plan.NewRunner[string](node).Run(port, exam.Op, in, out)
		}},
		{"in dependency order", func(port comm.AsyncPort[string], node *plan.Plan, in, out []string) error {
			request, err := plan.Init(port.(plan.Async[string]), node, exam.Op, in, out)
			if err != nil {
				return err
			}
			if err := request.Start(); err != nil {
				return err
			}
			return request.Wait()
		}},
	} {
		results := make([][]string, f.P)
		err := local.Run(f.P, func(port comm.AsyncPort[string]) error {
			me := port.Rank()
			in, out := exam.In[me], make([]string, f.Nodes[me].Out)
			for j := range out {
				out[j] = noWord
			}
			if f.Op == catalog.Bcast && me == f.Root {
				copy(out, in)
			}
			results[me] = out
			return order.run(port, &f.Nodes[me], in, out)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", order.name, err)
		}
		if err := compareWords(results, exam.Want); err != nil {
			return fmt.Errorf("%s: %w", order.name, err)
		}
	}
	return nil
}

// limitWords returns an operator like op, but it replaces a result whose text is longer than the text of p
// operands with noWord. Correct plans have no such result. Without the limit, a file that doubles a word
// repeatedly would fill the memory.
func limitWords(op comm.Op[string], p int) comm.Op[string] {
	longest := p * len("255.4194303 ")
	return comm.Op[string]{Name: op.Name, Commutative: op.Commutative, Apply: func(dst, a, b []string) {
		for j := range dst {
			if len(a[j])+len(b[j]) > longest {
				dst[j] = noWord
			} else {
				op.Apply(dst[j:j+1], a[j:j+1], b[j:j+1])
			}
		}
	}}
}

// compareWords returns an error for the first wrong word. It skips nodes without a required result.
func compareWords(got, want [][]string) error {
	for rank := range want {
		for j := range want[rank] {
			if got[rank][j] != want[rank][j] {
				return fmt.Errorf("node %d: word %d of the result is %q, want %q", rank, j, got[rank][j],
					want[rank][j])
			}
		}
	}
	return nil
}
