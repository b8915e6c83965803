package scene

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/errata"
	"topocoll/sim"
)

// A Mistake is a textbook listing with an error, with the results of the wrong and of the corrected form.
type Mistake struct {
	Title    string   `json:"title"`
	Misprint bool     `json:"misprint"` // false for a hazard in the translation into Go or C
	Why      string   `json:"why"`
	Op       string   `json:"op"`
	P        int      `json:"p"`
	Names    []string `json:"names"` // functions in errata/procedures.go that show the mistake
	Wrong    Outcome  `json:"wrong"`
	Right    Outcome  `json:"right"`
}

// An Outcome holds the results of all nodes in a run of a listing, either the wrong or the corrected form.
type Outcome struct {
	Error string   `json:"error"` // why the listing does not end, or which rule it breaks; "" if it succeeds
	Got   []string `json:"got"`   // result of each node
	Want  []string `json:"want"`
}

// Mistakes runs every listing of package errata with the arguments of its first case, but with blocks of one
// word. The input of node 0 is "a" if it has one word; otherwise it is "a0", "a1" and so on. A reduction
// concatenates its operands.
func Mistakes() []Mistake {
	var all []Mistake
	for _, l := range errata.Listings() {
		c := l.Cases[0]
		c.M = 1
		all = append(all,
			Mistake{Title: l.Printed, Misprint: !strings.HasPrefix(l.Row, "hazard"), Why: l.Why,
				Op: string(l.Op), P: c.P, Names: strings.Fields(l.Names), Wrong: runCase(l, c, l.Wrong),
				Right: runCase(l, c, l.Right)})
	}
	return all
}

// runCase runs the wrong or the corrected procedure of a listing with the arguments in c.
func runCase(l errata.Listing, c errata.Case, procedure errata.Procedure) (o Outcome) {
	op := comm.Concat()
	if l.Commuting {
		op = sortingOp()
	}
	in, out := make([][]string, c.P), make([][]string, c.P)
	for node := range c.P {
		words := l.Op.In(c.P, c.M, node, 0)
		for j := range words {
			word := string(rune('a' + node))
			if words > 1 {
				word += fmt.Sprint(j)
			}
			in[node] = append(in[node], word)
		}
		out[node] = make([]string, l.Op.Out(c.P, c.M, node, 0))
	}
	if l.Op == catalog.Bcast {
		copy(out[0], in[0])
	}
	given := make([][]string, c.P)
	_, err := sim.Run(context.Background(), c.P, sim.Config{Ts: 1}, func(port comm.Port[string]) error {
		me := port.Rank()
		given[me] = slices.Clone(in[me])
		return procedure(comm.New(port),
			catalog.Args[string]{Shift: c.Shift, Op: op, In: given[me], Out: out[me]})
	})
	var waiting *sim.DeadlockError
	switch {
	case errors.As(err, &waiting):
		o.Error = strings.TrimPrefix(err.Error(), "sim: ")
	case err != nil:
		o.Error = err.Error()
	}
	for node, want := range catalog.Oracle(l.Op, in, c.M, nil, 0, c.Shift, op) {
		o.Got, o.Want = append(o.Got, strings.Join(out[node], " ")), append(o.Want, strings.Join(want, " "))
		if changed := given[node]; err == nil && o.Error == "" && l.Op != catalog.Bcast &&
			!slices.Equal(changed, in[node]) {
			o.Error = fmt.Sprintf("the input of node %d was %s and is now %s", node,
				strings.Join(in[node], " "), strings.Join(changed, " "))
		}
	}
	return o
}

// sortingOp returns a commutative operator that joins words in alphabetical order.
func sortingOp() comm.Op[string] {
	return comm.Op[string]{Name: "join", Commutative: true, Apply: func(dst, a, b []string) {
		for j := range dst {
			words := strings.Fields(strings.Join([]string{a[j], b[j]}, " "))
			slices.Sort(words)
			dst[j] = strings.Join(words, " ")
		}
	}}
}
