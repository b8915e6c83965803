package catalog

import (
	"path"
	"slices"
	"strings"
)

// Named reports which of some ids a name stands for: the id that it is, else those that begin with it, such as hcube or
// hcube/b, else those that match it as a pattern, such as */bcast*.
func Named(ids []string, name string) func(id string) bool {
	begins := func(id string) bool { return name != "" && strings.HasPrefix(id, name) }
	switch {
	case slices.Contains(ids, name):
		return func(id string) bool { return id == name }
	case slices.ContainsFunc(ids, begins):
		return begins
	}
	return func(id string) bool {
		matches, err := path.Match(name, id)
		return matches && err == nil
	}
}
