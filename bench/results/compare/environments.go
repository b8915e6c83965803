package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topocoll/bench/results"
)

// DifferentLibraries reports whether two runs used different MPI libraries or different versions of one.
func DifferentLibraries(a, b *results.Result) bool { return a.Env.Release() != b.Env.Release() }

// differentConditions lists the differences between two runs that make their times incomparable.
func differentConditions(a, b results.Env) []string {
	return differingSettings(append([]setting{
		{"hosts", hostNames(a), hostNames(b)},
		{"CPU", cpus(a), cpus(b)},
		{"network", a.Network, b.Network},
		{"map", a.Map, b.Map},
		{"more ranks than cores", fmt.Sprint(a.Oversubscribed), fmt.Sprint(b.Oversubscribed)},
		{"sync", a.Sync, b.Sync},
		{"cache", a.Cache, b.Cache},
		{"calls", a.CallOptions(), b.CallOptions()},
	}, firstRankDifference(a, b, "host", func(r results.Rank) string { return r.Host })...))
}

func hostNames(e results.Env) string {
	var names []string
	for _, h := range e.Hosts {
		names = append(names, h.Name)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}

// firstRankDifference returns the two values of a property for the first rank for which they differ, or nil
// if they never differ.
func firstRankDifference(a, b results.Env, what string, of func(results.Rank) string) []setting {
	for i := range min(len(a.Ranks), len(b.Ranks)) {
		if x, y := of(a.Ranks[i]), of(b.Ranks[i]); x != y {
			return []setting{{fmt.Sprintf("%s of rank %d:", what, i), x, y}}
		}
	}
	return nil
}

// libraryNames returns the names of two libraries without their versions, such as Open MPI and MPICH. If the
// names are equal, it adds the versions.
func libraryNames(a, b results.Env) (nameA, nameB string) {
	if nameA, nameB = libraryName(a), libraryName(b); nameA == nameB {
		return cmp.Or(a.Release(), "none"), cmp.Or(b.Release(), "none")
	}
	return nameA, nameB
}

// libraryName returns the name of the library without its version, such as Open MPI for Open MPI v4.1.4.
func libraryName(e results.Env) string {
	name := e.Release()
	if i := strings.IndexAny(name, "0123456789"); i >= 0 {
		name = strings.TrimSuffix(name[:i], "v")
	}
	return cmp.Or(strings.TrimSpace(name), "none")
}

// differences lists the differences between two environments that affect times.
func differences(of, with *results.Result) []string {
	a, b := of.Env, with.Env
	settings := []setting{
		{"MPI", a.Release(), b.Release()},
		{"CPU", cpus(a), cpus(b)},
		{"network", a.Network, b.Network},
		{"oversubscribed", fmt.Sprint(a.Oversubscribed), fmt.Sprint(b.Oversubscribed)},
		{"sync", a.Sync, b.Sync},
		{"cache", a.Cache, b.Cache},
		{"calls", a.CallOptions(), b.CallOptions()},
		{"times", a.TimesFrom(), b.TimesFrom()},
	}
	if at, typeA, typeB, differ := results.DifferentTypes(of, with); differ {
		settings = append(settings, setting{"words of " + at.String(), typeA, typeB})
	}
	return differingSettings(settings)
}

// A setting is a property of a run, with its values in the runs a and b.
type setting struct{ what, a, b string }

// differingSettings lists the settings whose values differ, one string for each.
func differingSettings(settings []setting) (list []string) {
	for _, of := range settings {
		if of.a != of.b {
			list = append(list,
				fmt.Sprintf("%s %s / %s", of.what, cmp.Or(of.a, "none"), cmp.Or(of.b, "none")))
		}
	}
	return list
}

// cpus lists the distinct processor models of the hosts.
func cpus(e results.Env) string {
	var names []string
	for _, h := range e.Hosts {
		names = append(names, h.CPU)
	}
	return strings.Join(results.Distinct(names), " + ")
}
