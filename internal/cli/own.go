package cli

import (
	"path/filepath"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/wrap"
)

// isOwn reports whether an algorithm is the plan in a file: plan:FILE.
func isOwn(name string) bool { return strings.HasPrefix(name, results.Planned) }

// own reads and checks the plan that plan:FILE names.
func own(name string) (*planFile, error) {
	return checkedPlan(strings.TrimPrefix(name, results.Planned))
}

// info describes the plan in a file as a row of the catalog is described. A row has no such id.
func (f *planFile) info(name string) catalog.Info {
	return catalog.Info{ID: results.Planned + wrap.Plain(filepath.Base(strings.TrimPrefix(name, results.Planned))), Op: f.Op, Source: "a plan of one's own", Commutative: f.Commutative}
}

// A call is the numbers of a call, from flags.
type call struct{ p, m, root, shift *int }

// set sets the numbers of a call to those of the plan. It refuses a flag that has another one, and those that say nothing to a
// plan.
func (f *planFile) set(name string, given flags, c call, idle ...string) error {
	for _, number := range []struct {
		flag string
		has  bool
		is   *int
		want int
	}{{"p", true, c.p, f.P}, {"m", true, c.m, f.M}, {"root", f.Op.Rooted(), c.root, f.Root}, {"shift", f.Op == catalog.Shift, c.shift, f.Shift}} {
		switch {
		case !number.has:
			continue
		case given[number.flag] && *number.is != number.want:
			return usagef("%s %d, but %s is for %d", dashed(number.flag), *number.is, name, number.want)
		}
		*number.is = number.want
	}
	return given.none("with "+name+", want none: its steps say it", idle...)
}
