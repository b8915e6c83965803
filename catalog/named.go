package catalog

import (
	"path"
	"slices"
	"strings"
)

// Named returns a function that reports whether a name selects an id. A name is an id, the beginning of an id
// such as hcube or hcube/b, or a pattern such as */bcast*.
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
