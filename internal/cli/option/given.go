package option

import (
	"maps"
	"slices"

	"github.com/alecthomas/kong"

	"topocoll/catalog"
	"topocoll/internal/exit"
)

// Given holds the names of the flags that were given on the command line. It does not contain flags from a
// file.
type Given map[string]bool

// GivenOn returns the flags of a command line. It returns an error for -n 0, because 0 means that -n was not
// given.
func GivenOn(ctx *kong.Context) (Given, error) {
	names := Given{}
	for _, at := range ctx.Path {
		if at.Flag == nil || at.Resolved {
			continue
		}
		names[at.Flag.Name] = true
		if n, isNumber := at.Flag.Target.Interface().(int); at.Flag.Name == "n" && isNumber && n == 0 {
			return nil, exit.Usagef("-n 0, want 1 or more processes")
		}
	}
	return names, nil
}

// Refuse returns an error for the first of the named flags that was given, or nil.
func (g Given) Refuse(why string, names ...string) error {
	for _, name := range names {
		if g[name] {
			return exit.Usagef("%s %s", Dashed(name), why)
		}
	}
	return nil
}

// Dashed returns a flag with its dashes, such as -n or --op.
func Dashed(name string) string {
	switch {
	case name == "words":
		return "-m"
	case len(name) == 1:
		return "-" + name
	}
	return "--" + name
}

// RefuseOthers returns an error if a flag other than the named flags was given.
func (g Given) RefuseOthers(why string, names ...string) error {
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(g)),
		func(name string) bool { return slices.Contains(names, name) })
	return g.Refuse(why, others...)
}

// RefuseIdle returns an error for a flag that has no effect on any of the algorithms.
func (g Given) RefuseIdle(infos []catalog.Info) error {
	if len(infos) == 0 {
		return g.Refuse("applies only to mesh algorithms, and none is selected", "dims")
	}
	any := func(has func(info catalog.Info) bool) bool { return slices.ContainsFunc(infos, has) }
	switch {
	case g["root"] && !any(func(info catalog.Info) bool { return info.Op.Rooted() }):
		return exit.Usagef("--root applies only to bcast, reduce, scatter and gather, not to %s", infos[0].Op)
	case g["shift"] && !any(func(info catalog.Info) bool { return info.Op == catalog.Shift }):
		return exit.Usagef("--shift applies only to the operation shift, not to %s", infos[0].Op)
	case g["dims"] && !any(func(info catalog.Info) bool { return info.OnMesh() }):
		return exit.Usagef("--dims applies only to mesh algorithms, not to %s", infos[0].ID)
	}
	return nil
}
