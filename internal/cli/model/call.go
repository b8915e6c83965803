package model

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/planfile"
	"topocoll/internal/virtual"
	"topocoll/internal/wrap"
)

// CallFlags are the flags that describe a collective call for the commands simulate, explain and plan.
type CallFlags struct {
	N     option.Count `name:"n" short:"n" placeholder:"P" help:"Number of ranks (default: one per slot of the hosts of --network; without --network, ${default})." default:"8"`
	M     option.Count `name:"words" short:"m" placeholder:"M" help:"Number of words per message or block (default: ${words_default})." default:"${words}"`
	Root  int          `help:"Root of bcast, reduce, scatter, gather (default: ${default})." default:"0"`
	Shift int          `help:"Distance of the circular shift (default: ${default})." default:"1"`
	option.RadixFlag
}

// Call returns the call that the flags describe, without an algorithm.
func (f CallFlags) Call(network option.Network, given option.Given) virtual.Call {
	return virtual.Call{P: network.RanksOr(f.N, given), M: int(f.M), Root: f.Root, Shift: f.Shift}
}

// SetAlgorithm sets the algorithm of a call. If `name` is plan:FILE, it calls SetPlans and returns the file;
// otherwise it returns nil.
func (f CallFlags) SetAlgorithm(c *virtual.Call, name string, given option.Given,
	idle ...string) (*planfile.File, error) {
	if IsPlan(name) {
		file, err := SetPlans(c, name, given, idle...)
		return file, cmp.Or(err, given.RefuseIdle([]catalog.Info{c.Info}))
	}
	var err error
	if c.Info, err = option.TheRow(name); err != nil {
		return nil, err
	}
	infos := []catalog.Info{c.Info}
	err = f.RadixFlag.Apply(infos)
	c.Info = infos[0]
	return nil, cmp.Or(err, given.RefuseIdle(infos))
}

// IsPlan reports whether the name has the form plan:FILE.
func IsPlan(name string) bool { return strings.HasPrefix(name, results.Planned) }

// SetPlans sets c to the call that the plans in plan:FILE execute, and returns the file. It returns an error
// if the value of -n, -m, --root or --shift differs from the value in the file. It also returns an error if a
// flag in `idle` was given, because these flags have no effect on a plan.
func SetPlans(c *virtual.Call, name string, given option.Given, idle ...string) (*planfile.File, error) {
	file := strings.TrimPrefix(name, results.Planned)
	f, err := planfile.ReadChecked(file)
	if err != nil {
		return nil, err
	}
	for _, number := range []struct {
		flag    string
		applies bool
		value   *int
		want    int
	}{
		{"n", true, &c.P, f.P},
		{"words", true, &c.M, f.M},
		{"root", f.Op.Rooted(), &c.Root, f.Root},
		{"shift", f.Op == catalog.Shift, &c.Shift, f.Shift},
	} {
		switch {
		case !number.applies:
			continue
		case given[number.flag] && *number.value != number.want:
			return nil, exit.Usagef("%s %d, but %s is for %d", option.Dashed(number.flag), *number.value, name,
				number.want)
		}
		*number.value = number.want
	}
	c.Plans = f.Nodes
	// no algorithm of the catalog has this id
	c.Info = catalog.Info{ID: results.Planned + wrap.Plain(filepath.Base(file)), Op: f.Op,
		Source: "a plan in a file", Commutative: f.Commutative}
	return f, given.Refuse("cannot be used with "+name+", because it has no effect on a plan",
		append(idle, "radix")...)
}

// A Segment is the value of --segment: the maximum number of words in a message, or auto.
type Segment struct{ virtual.Segment }

func (s *Segment) UnmarshalText(text []byte) error {
	if string(text) == "auto" {
		s.Segment = virtual.Segment{Auto: true}
		return nil
	}
	var words option.Count
	if err := words.UnmarshalText(text); err != nil {
		return fmt.Errorf("%w, or auto", err)
	}
	s.Segment = virtual.Segment{Words: int(words)}
	return nil
}

// Micros formats a time in µs with six significant digits.
func Micros(t float64) string {
	if t >= 1e6 {
		return fmt.Sprintf("%.0f", t)
	}
	return fmt.Sprintf("%.6g", t)
}
