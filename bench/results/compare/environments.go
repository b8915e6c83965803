package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topocoll/bench/results"
)

// DifferentLibraries reports whether two runs used different MPI libraries, or versions of one.
func DifferentLibraries(a, b *results.Result) bool { return a.Env.Release() != b.Env.Release() }

// differentConditions are what two runs must have in common, so that their times can be compared, and have not.
func differentConditions(a, b results.Env) []string {
	return differing(append([]setting{
		{"hosts", hostNames(a), hostNames(b)},
		{"CPU", cpus(a), cpus(b)},
		{"network", a.Network, b.Network},
		{"map", a.Map, b.Map},
		{"more ranks than cores", fmt.Sprint(a.Oversubscribed), fmt.Sprint(b.Oversubscribed)},
		{"sync", a.Sync, b.Sync},
		{"cache", a.Cache, b.Cache},
		{"calls", a.CallOptions(), b.CallOptions()},
	}, firstDifferentRank(a, b, "host", func(r results.Rank) string { return r.Host })...))
}

func hostNames(e results.Env) string {
	var names []string
	for _, h := range e.Hosts {
		names = append(names, h.Name)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}

// firstDifferentRank is something of the first rank that two runs do not have alike.
func firstDifferentRank(a, b results.Env, what string, of func(results.Rank) string) []setting {
	for i := range min(len(a.Ranks), len(b.Ranks)) {
		if x, y := of(a.Ranks[i]), of(b.Ranks[i]); x != y {
			return []setting{{fmt.Sprintf("%s of rank %d:", what, i), x, y}}
		}
	}
	return nil
}

// libraryNames are the names of the libraries without their versions: Open MPI, MPICH. Two versions
// of one have them.
func libraryNames(a, b results.Env) (nameA, nameB string) {
	if nameA, nameB = library(a), library(b); nameA == nameB {
		return cmp.Or(a.Release(), "none"), cmp.Or(b.Release(), "none")
	}
	return nameA, nameB
}

// library is the release up to its first digit: Open MPI of Open MPI v4.1.4.
func library(e results.Env) string {
	name := e.Release()
	if i := strings.IndexAny(name, "0123456789"); i >= 0 {
		name = strings.TrimSuffix(name[:i], "v")
	}
	return cmp.Or(strings.TrimSpace(name), "none")
}

// differences lists what differs between two environments and affects times.
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
	return differing(settings)
}

// A setting is what two runs have of something.
type setting struct{ what, a, b string }

// differing are the settings that two runs do not have in common.
func differing(settings []setting) (list []string) {
	for _, of := range settings {
		if of.a != of.b {
			list = append(list, fmt.Sprintf("%s %s / %s", of.what, cmp.Or(of.a, "none"), cmp.Or(of.b, "none")))
		}
	}
	return list
}

// cpus lists the processors of the hosts, each once.
func cpus(e results.Env) string {
	var names []string
	for _, h := range e.Hosts {
		names = append(names, h.CPU)
	}
	return strings.Join(results.Distinct(names), " + ")
}
