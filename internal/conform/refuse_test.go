package conform

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/nodetest"
	"topocoll/internal/record"
	"topocoll/local"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// The documentation of comm.ErrArgument, checked for every procedure.

// Every procedure refuses every bad argument with the same words on all nodes: its own name, what it got and
// what it wants. Nothing is sent, nothing changed, and the communicator takes the right call that follows.
func TestRefuses(t *testing.T) {
	params := exportedProcedures(t)
	for _, proc := range procedures {
		for _, p := range []int{1, 4, 6} {
			t.Run(fmt.Sprintf("%s/p=%d", proc.name, p), func(t *testing.T) {
				refuses(t, proc, p, badsOf(proc, params[proc.name], p))
			})
		}
	}
}

func refuses(t *testing.T, proc procedure, p int, list []bad) {
	exam := Set(proc.coll, Strings(), Case{P: p, Root: p / 2, M: blockWords, Shift: 3, Commuting: true})
	trace, said := record.New(p), make([][]string, p)
	right := proc.asks != "cube" || topo.IsPowerOfTwo(p)
	assert.NoError(t, local.Run(p, func(port comm.AsyncPort[string]) error {
		c := comm.New(record.Port(trace, port))
		for _, b := range list {
			a, out := proc.arguments(exam, c.Rank())
			b.make(&a)
			before, calls := slices.Clone(out), trace.Counts(c.Rank())
			err := proc.try(c, a)
			if !assert.ErrorIs(t, err, comm.ErrArgument, "%q", b.says) {
				return err
			}
			said[c.Rank()] = append(said[c.Rank()], err.Error())
			assert.ErrorContains(t, err, b.says)
			assert.Equal(t, before, out, "%v", err)
			assert.Equal(t, calls, trace.Counts(c.Rank()), "%v, but it sent", err)
			if !right {
				continue
			}
			a, out = proc.arguments(exam, c.Rank())
			if err := proc.try(c, a); err != nil {
				return err
			}
			if want := exam.Want[c.Rank()]; want != nil && (proc.name != "hcube.SendParts" || c.Rank() == a.to) {
				assert.Equal(t, want, out, "after %q", b.says)
			}
		}
		return nil
	}))
	for rank := range p {
		assert.Equal(t, said[0], said[rank], "the words of rank 0 and %d", rank)
		for _, words := range said[rank] {
			assert.True(t, strings.HasPrefix(words, strings.Replace(proc.name, ".", ": ", 1)+": "), words)
		}
	}
}

// If an argument that only root needs is bad on root only, root refuses and the machine ends the others.
func TestRootRefuses(t *testing.T) {
	const p = 4
	for _, proc := range procedures {
		if proc.coll != catalog.Reduce && proc.coll != catalog.Scatter && proc.coll != catalog.Gather {
			continue
		}
		exam := Set(proc.coll, Strings(), Case{P: p, Root: 1, M: blockWords, Commuting: true})
		errs := make([]error, p)
		assert.ErrorContains(t, local.Run(p, func(port comm.AsyncPort[string]) error {
			a, _ := proc.arguments(exam, port.Rank())
			if proc.coll == catalog.Reduce {
				a.result = nil
			} else {
				a.all = nil
			}
			errs[port.Rank()] = proc.try(comm.New(port), a)
			return errs[port.Rank()]
		}), "deadlock", proc.name)
		for rank, err := range errs {
			assert.Equal(t, rank == 1, err != nil && strings.Contains(err.Error(), "has 0 words, want"), "%s, rank %d: %v", proc.name, rank, err)
		}
	}
}

// try turns a panic into an error.
func (proc procedure) try(c member, a arguments) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s panics: %v", proc.name, r)
		}
	}()
	return proc.run(c, a)
}

// arguments are the right ones of node me, all slices as long as on root; and what the result is in.
func (proc procedure) arguments(exam Exam[string], me int) (a arguments, out []string) {
	k := exam.Case
	a = arguments{g: topo.NearSquare(k.P, 2), n: pack.Into(topo.NewRing(k.P)), root: k.Root, from: k.Root, to: k.P - 1, q: k.Shift, m: k.M, op: exam.Op,
		blocks: comm.EqualBlocks(k.P, k.M)}
	in := make([]string, proc.coll.In(k.P, k.M, k.Root, k.Root))
	copy(in, exam.In[me])
	out = make([]string, proc.coll.Out(k.P, k.M, k.Root, k.Root))
	switch proc.coll {
	case catalog.Bcast:
		copy(out, exam.In[me])
		a.x = out
	case catalog.Allgather:
		copy(comm.Block(a.blocks, out, me), in) // for those that work in place
		a.mine, a.result = in, out
	case catalog.Gather:
		a.mine, a.all = in, out
	case catalog.Scatter, catalog.ReduceScatter:
		a.all, a.mine = in, out
	case catalog.Alltoall:
		copy(comm.Block(a.blocks, out, me), comm.Block(a.blocks, in, me)) // AlltoallGrouped leaves it alone
		a.all, a.result = in, out
	default:
		a.x, a.result = in, out
	}
	a.gather = func(msg []string, to int) { copy(msg, comm.Block(a.blocks, in, to)) }
	a.place = func(from int, msg []string) { copy(comm.Block(a.blocks, out, from), msg) }
	return a, out
}

func TestRefusesNamesEveryProcedure(t *testing.T) {
	exported := exportedProcedures(t)
	tested := map[string]bool{}
	for _, proc := range procedures {
		assert.False(t, tested[proc.name], "%s is in the table twice", proc.name)
		assert.Contains(t, exported, proc.name, "a line without a procedure")
		tested[proc.name] = true
	}
	for name := range exported {
		assert.True(t, tested[name], "no line for %s, want one in internal/conform/refuse_table_test.go", name)
	}
}

// A parameter has a bad argument, or it is one of those that have none: of x every length will do.
func TestRefusesEveryParameter(t *testing.T) {
	known := []string{"c", "x", "q"}
	for _, b := range bads(1) {
		known = append(known, b.param)
	}
	for name, params := range exportedProcedures(t) {
		assert.Subset(t, known, params, name)
	}
}

// exportedProcedures lists the procedures of ring, mesh, hcube and network, each with the names of its parameters.
func exportedProcedures(t *testing.T) map[string][]string {
	params := map[string][]string{}
	for _, folder := range []string{"ring", "mesh", "hcube", "network"} {
		for name, list := range nodetest.Procedures(t, "../../"+folder) {
			params[folder+"."+name] = list
		}
	}
	return params
}
