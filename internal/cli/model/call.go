package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/internal/explain"
	"topocoll/internal/wrap"
	"topocoll/plan"
	"topocoll/sim"
)

// numbers are the flags of a call in simulate, explain and plan.
type numbers struct {
	N     option.Count `name:"n" short:"n" placeholder:"P" help:"Number of ranks (default: as the network has, else ${default})." default:"8"`
	M     option.Count `name:"words" short:"m" placeholder:"M" help:"Words of a message or block (default: ${default})." default:"${words}"`
	Root  int          `help:"Root of bcast, reduce, scatter, gather (default: ${default})." default:"0"`
	Shift int          `help:"Distance of the circular shift (default: ${default})." default:"1"`
	option.RadixFlag
}

// A Call is an algorithm (a row of the catalog, or the plan in a file) with the numbers of its call.
type Call struct {
	Info              catalog.Info
	P, M, root, shift int
	radix             option.RadixFlag
	own               *PlanFile // nil: a row of the catalog
}

func (n numbers) call(network option.Network, given option.Given) Call {
	return Call{P: network.RanksOr(n.N, given), M: int(n.M), root: n.Root, shift: n.Shift, radix: n.RadixFlag}
}

// name sets the algorithm. For a plan in a file, it also sets the numbers and refuses the flags idle.
func (c *Call) name(name string, given option.Given, idle ...string) (err error) {
	if isOwn(name) {
		return c.take(name, given, idle...)
	}
	if c.Info, err = option.TheRow(name); err != nil {
		return err
	}
	infos := []catalog.Info{c.Info}
	err = c.radix.Apply(infos)
	c.Info = infos[0]
	return cmp.Or(err, given.RefuseIdle(infos))
}

// isOwn reports whether an algorithm is the plan in a file: plan:FILE.
func isOwn(name string) bool { return strings.HasPrefix(name, results.Planned) }

// take sets the call to that of the plan in plan:FILE. It refuses flags with another number, and flags without effect on a plan.
func (c *Call) take(name string, given option.Given, idle ...string) error {
	file := strings.TrimPrefix(name, results.Planned)
	f, err := CheckedPlan(file)
	if err != nil {
		return err
	}
	for _, number := range []struct {
		flag string
		has  bool
		is   *int
		want int
	}{{"n", true, &c.P, f.P}, {"words", true, &c.M, f.M}, {"root", f.Op.Rooted(), &c.root, f.Root}, {"shift", f.Op == catalog.Shift, &c.shift, f.Shift}} {
		switch {
		case !number.has:
			continue
		case given[number.flag] && *number.is != number.want:
			return exit.Usagef("%s %d, but %s is for %d", option.Dashed(number.flag), *number.is, name, number.want)
		}
		*number.is = number.want
	}
	c.own = f // no row has this id
	c.Info = catalog.Info{ID: results.Planned + wrap.Plain(filepath.Base(file)), Op: f.Op, Source: "a plan of one's own", Commutative: f.Commutative}
	return given.Refuse("with "+name+", want none: its steps say it", append(idle, "radix")...)
}

// check refuses numbers that are wrong on every machine.
func (c Call) check() error {
	switch {
	case c.P < 1:
		return exit.Usagef("-n %d, want at least 1 process", c.P)
	case !c.Info.Takes(c.P):
		return exit.Usagef("%s runs on %s, not on -n %d", c.Info.ID, c.Info.Accepts, c.P)
	case c.root < 0 || c.root >= c.P:
		return exit.Usagef("--root %d, want 0..%d", c.root, c.P-1)
	}
	return nil
}

// maxPlanWords is the maximum length of a buffer. Recording needs a byte of address space for each word.
const maxPlanWords = 1 << 28

// The maximum numbers of ranks for a plan, and for a plan in segments.
const maxPlanned, maxCut = explain.MaxP, 1024

// recordable refuses numbers that are too large to record plans. with begins the message.
func (c Call) recordable(with string, processes int) error {
	switch most := maxPlanWords / max(c.P, 1); {
	case c.P > processes:
		return exit.Usagef("%s-n %d, want at most %d", with, c.P, processes)
	case c.M > most:
		return exit.Usagef("%s-m %d, want at most %d words for -n %d", with, c.M, most, c.P)
	}
	return nil
}

// plans returns the plans of all nodes. segment is the number of words of a segment of a pipelined algorithm.
func (c Call) plans(s setup, segment int, commute bool) (plan.Job, error) {
	if c.own != nil {
		return c.own.Nodes, nil
	}
	row, _ := catalog.Find[byte](c.Info.ID)
	return catalog.Plans(row, c.P, c.M, catalog.Args[byte]{Root: c.root, Shift: c.shift, Mesh: s.extents, Network: s.packed, Segment: segment,
		Op: comm.Op[byte]{Commutative: commute}})
}

// failed adds the exit code to the error of a run.
func (c Call) failed(err error, config sim.Config) error {
	refusal := errors.Unwrap(err) // the error of the procedure itself, which refuses its arguments
	switch {
	case errors.Is(err, context.Canceled):
		return exit.Error{Code: exit.Partial, Err: fmt.Errorf("%s: interrupted", c.Info.ID)}
	case errors.Is(err, sim.ErrMemory):
		return noRoom(c.Info, c.P, config.Network, config.Memory)
	case refusal != nil:
		return exit.Usage(refusal)
	}
	return fmt.Errorf("%s: %w", c.Info.ID, err)
}
