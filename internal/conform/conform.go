// Package conform contains the test that every algorithm must pass on every machine. The words of the input
// are symbols that show their origin, and each word of a result is compared with the result of
// catalog.Oracle.
//
// The command verify and the check of plan files use Cases, Set and Check. Interleave and Divide are only for
// tests. The tests of three packages share them, so they cannot be in test files.
package conform

import (
	"errors"
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// Symbols defines words that show their origin, and an operator on such words.
type Symbols[T comparable] struct {
	// Word returns the symbol for word j of the input of node `from`.
	Word func(from, j int) T
	// Op combines symbols so that the result shows each operand once. If Op does not commute, the operands
	// appear in label order.
	Op comm.Op[T]
	// Poison is a word that occurs in no input.
	Poison T
}

// Payload holds two sets of symbols for testing collectives with words of type T.
type Payload[T comparable] struct {
	Ordered  Symbols[T] // for tests with an operator that does not commute
	Counting Symbols[T] // for tests with an operator that commutes
}

// A Case is one call of a collective on p nodes.
type Case struct {
	P, Root, M, Shift int
	Commuting         bool // the operator commutes
	InPlace           bool // the input and the result are the same slice
	Mesh              topo.Mesh
	Network           *pack.Network
	Segment, Radix    int
	Distribution      catalog.Distribution // distribution of the blocks; "": equal blocks, without counts
}

// An Exam is a Case with the input and the required output of every node.
type Exam[T comparable] struct {
	Case
	In, Want [][]T
	Counts   *catalog.Counts
	Symbols[T]
}

// Set returns the exam for a case of the operation `coll`. A Payload defines the words.
func Set[T comparable](coll catalog.Collective, payload Payload[T], k Case) Exam[T] {
	exam := Exam[T]{Case: k, In: make([][]T, k.P), Counts: k.Distribution.Counts(coll, k.P, k.M),
		Symbols: payload.Ordered}
	if k.Commuting {
		exam.Symbols = payload.Counting
	}
	for from := range exam.In {
		exam.In[from] = make([]T, exam.Counts.In(coll, k.P, k.M, from, k.Root))
		for j := range exam.In[from] {
			exam.In[from][j] = exam.Word(from, j)
		}
	}
	exam.Want = catalog.Oracle(coll, exam.In, k.M, exam.Counts, k.Root, k.Shift, exam.Op)
	return exam
}

// Check runs row on this process and compares its output with the required one. It also checks that the input
// is unchanged, and that nothing is written outside the output.
func Check[T comparable](row catalog.Row[T], c *comm.Comm[T], exam Exam[T]) error {
	t := newCheckedCall(row.Info, c.Label(), exam)
	if err := row.Run(c, t.args); err != nil {
		return err
	}
	return t.checkResult()
}

// A checkedCall is one process's call of an algorithm in a test case (an exam). A persistent call may be
// started several times.
type checkedCall[T comparable] struct {
	info    catalog.Info
	exam    Exam[T]
	me      int
	args    catalog.Args[T]
	guarded []T // the output, with a guard word at each end
}

func newCheckedCall[T comparable](info catalog.Info, me int, exam Exam[T]) checkedCall[T] {
	k := exam.Case
	t := checkedCall[T]{info: info, exam: exam, me: me,
		guarded: make([]T, exam.Counts.Out(info.Op, k.P, k.M, me, k.Root)+2)}
	t.args = catalog.Args[T]{Root: k.Root, Shift: k.Shift, Op: exam.Op, Mesh: k.Mesh, Network: k.Network,
		Segment: k.Segment, Radix: k.Radix, Counts: exam.Counts}
	t.setBuffers()
	return t
}

// setBuffers sets the input and the output to their values before a call.
func (t *checkedCall[T]) setBuffers() {
	k, in, n := t.exam.Case, t.exam.In[t.me], len(t.guarded)-2
	for j := range t.guarded {
		t.guarded[j] = t.exam.Poison
	}
	if t.args.Out = t.guarded[1 : n+1]; t.args.In == nil {
		t.args.In = slices.Clone(in)
	}
	if k.InPlace && n == len(in) {
		t.args.In = t.args.Out
	}
	if k.InPlace || t.info.Op == catalog.Bcast && t.me == k.Root {
		copy(t.args.Out, in)
	}
}

// checkResult returns an error for wrong output words, changed input words or overwritten guard words.
func (t *checkedCall[T]) checkResult() error {
	k, in, want := t.exam.Case, t.exam.In[t.me], t.exam.Want[t.me]
	var errs []error
	if want != nil {
		errs = append(errs, compare("result", t.args.Out, want))
	}
	if !k.InPlace {
		errs = append(errs, compare("input", t.args.In, in))
	}
	errs = append(errs,
		compare("guard", []T{t.guarded[0], t.guarded[len(t.guarded)-1]}, []T{t.exam.Poison, t.exam.Poison}))
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("%s on node %d, %+v: %w", t.info.ID, t.me, k, err)
	}
	return nil
}

func compare[T comparable](what string, got, want []T) error {
	if len(got) != len(want) {
		return fmt.Errorf("%s has %d words, want %d", what, len(got), len(want))
	}
	for j := range want {
		if got[j] != want[j] {
			return fmt.Errorf("%s[%d] is %v, want %v", what, j, got[j], want[j])
		}
	}
	return nil
}

// Cases lists the calls to test on p nodes: every root, several lengths including 0, shifts of every distance
// and of both signs, and both operators.
func Cases(info catalog.Info, p int) []Case {
	var cases []Case
	var network *pack.Network
	if info.Topology() == "network" {
		network = pack.Into(topo.NewStar(p)) // the default network of a call
	}
	for _, m := range lengths(p) {
		for _, root := range roots(info.Op, p) {
			for _, q := range shifts(info.Op, p) {
				k := Case{P: p, Root: root, M: m, Shift: q, Network: network}
				if !info.Commutative {
					cases = append(cases, k)
				}
				if info.Op.Reduces() {
					k.Commuting = true
					cases = append(cases, k)
				}
				if info.Op.Reduces() && info.Op != catalog.ReduceScatter {
					k.InPlace = true
					cases = append(cases, k)
				}
			}
		}
	}
	return cases
}

// vectorCases lists the calls to test on p nodes with blocks of different lengths: every distribution, every
// root, lengths with some empty blocks, and both operators.
func vectorCases(info catalog.Info, p int) (cases []Case) {
	if !info.Vector {
		return nil
	}
	for _, distribution := range append(catalog.Distributions(), "random:2") {
		for _, k := range Cases(info, p) {
			if k.M <= 1 || k.M == p {
				k.Distribution = distribution
				cases = append(cases, k)
			}
		}
	}
	return cases
}

// radices lists the radices to test on p nodes. Depending on p, the last round of an algorithm with such a
// radix is complete or partial. With radix p, there is a single round. For an algorithm without a radix, the
// list has only 0.
func radices(info catalog.Info, p int) []int {
	if info.Radix == 0 {
		return []int{0}
	}
	return []int{2, 3, 4, max(2, p)}
}

func lengths(p int) []int {
	list := []int{0, 1, 3, p - 1, p, p + 1, 64}
	slices.Sort(list)
	return slices.Compact(list)
}

func roots(k catalog.Collective, p int) []int {
	if !k.Rooted() {
		return []int{0}
	}
	return topo.Integers(p)
}

func shifts(k catalog.Collective, p int) []int {
	if k != catalog.Shift {
		return []int{0}
	}
	return append(topo.Integers(p), -1, -p-2, p, 2*p+1)
}
