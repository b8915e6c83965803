package cli

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
	"topocoll/internal/explain"
	"topocoll/internal/wrap"
	"topocoll/plan"
	"topocoll/sim"
)

// numbers are the flags of a call, the same for simulate, explain and plan.
type numbers struct {
	N     count `name:"n" short:"n" placeholder:"P" help:"Number of ranks (default: as the network has, else ${default})." default:"8"`
	M     count `name:"words" short:"m" placeholder:"M" help:"Words of a message or block (default: ${default})." default:"${words}"`
	Root  int   `help:"Root of bcast, reduce, scatter, gather (default: ${default})." default:"0"`
	Shift int   `help:"Distance of the circular shift (default: ${default})." default:"1"`
	radixFlag
}

// A call is an algorithm, a row of the catalog or the plan in a file, and the numbers of its call.
type call struct {
	info              catalog.Info
	p, m, root, shift int
	radix             radixFlag
	own               *planFile // nil: a row of the catalog
}

func (n numbers) call(network network, given flags) call {
	return call{p: network.processes(n.N, given), m: int(n.M), root: n.Root, shift: n.Shift, radix: n.radixFlag}
}

// name sets the algorithm. Of a plan in a file it sets the numbers too, and the flags idle say nothing to one.
func (c *call) name(name string, given flags, idle ...string) (err error) {
	if isOwn(name) {
		return c.take(name, given, idle...)
	}
	if c.info, err = theRow(name); err != nil {
		return err
	}
	infos := []catalog.Info{c.info}
	err = c.radix.in(infos)
	c.info = infos[0]
	return cmp.Or(err, given.forNone(infos))
}

// isOwn reports whether an algorithm is the plan in a file: plan:FILE.
func isOwn(name string) bool { return strings.HasPrefix(name, results.Planned) }

// take makes the call that of the plan in plan:FILE. It refuses a flag that has another number, and those that say nothing to a
// plan.
func (c *call) take(name string, given flags, idle ...string) error {
	file := strings.TrimPrefix(name, results.Planned)
	f, err := checkedPlan(file)
	if err != nil {
		return err
	}
	for _, number := range []struct {
		flag string
		has  bool
		is   *int
		want int
	}{{"n", true, &c.p, f.P}, {"words", true, &c.m, f.M}, {"root", f.Op.Rooted(), &c.root, f.Root}, {"shift", f.Op == catalog.Shift, &c.shift, f.Shift}} {
		switch {
		case !number.has:
			continue
		case given[number.flag] && *number.is != number.want:
			return usagef("%s %d, but %s is for %d", dashed(number.flag), *number.is, name, number.want)
		}
		*number.is = number.want
	}
	c.own = f // a row has no such id
	c.info = catalog.Info{ID: results.Planned + wrap.Plain(filepath.Base(file)), Op: f.Op, Source: "a plan of one's own", Commutative: f.Commutative}
	return given.none("with "+name+", want none: its steps say it", append(idle, "radix")...)
}

// check refuses numbers that are wrong on every machine.
func (c call) check() error {
	switch {
	case c.p < 1:
		return usagef("-n %d, want at least 1 process", c.p)
	case !c.info.Takes(c.p):
		return usagef("%s runs on %s, not on -n %d", c.info.ID, c.info.Accepts, c.p)
	case c.root < 0 || c.root >= c.p:
		return usagef("--root %d, want 0..%d", c.root, c.p-1)
	}
	return nil
}

// maxPlanWords limits the length of a buffer. Recording needs a byte of address space for each of its words.
const maxPlanWords = 1 << 28

// The largest numbers of processes whose plans are written, and are cut.
const maxPlanned, maxCut = explain.MaxP, 1024

// recordable refuses numbers that are too large for plans of at most so many processes; with begins the message.
func (c call) recordable(with string, processes int) error {
	switch most := maxPlanWords / max(c.p, 1); {
	case c.p > processes:
		return usagef("%s-n %d, want at most %d", with, c.p, processes)
	case c.m > most:
		return usagef("%s-m %d, want at most %d words for -n %d", with, c.m, most, c.p)
	}
	return nil
}

// plans returns the plans of all nodes, for an operator that commutes or not; segment is the words of a segment of a pipelined
// algorithm.
func (c call) plans(s setup, segment int, commute bool) (plan.Job, error) {
	if c.own != nil {
		return c.own.Nodes, nil
	}
	row, _ := catalog.Find[byte](c.info.ID)
	return catalog.Plans(row, c.p, c.m, catalog.Args[byte]{Root: c.root, Shift: c.shift, Mesh: s.extents, Network: s.packed, Segment: segment,
		Op: comm.Op[byte]{Commutative: commute}})
}

// failed gives the error of a run its exit code.
func (c call) failed(err error, config sim.Config) error {
	refusal := errors.Unwrap(err) // the error of the procedure itself, which refuses its arguments
	switch {
	case errors.Is(err, context.Canceled):
		return failure{code: exitPartial, err: fmt.Errorf("%s: interrupted", c.info.ID)}
	case errors.Is(err, sim.ErrMemory):
		return noRoom(c.info, c.p, config.Network, config.Memory)
	case refusal != nil:
		return usage(refusal)
	}
	return fmt.Errorf("%s: %w", c.info.ID, err)
}
