package rules

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"topocoll/tuned"
)

// Variables writes MPICH's variables for the choices of a table, a line NAME=value each, for an operation whose best algorithm of the
// library, by name, is the same for all sizes and numbers of ranks of the table: a variable is for every call of an operation.
// Where it differs, or the library's own choice is best, nothing is said. A name that the version does not have is an error.
func Variables(table *tuned.Table, v Version) ([]byte, error) {
	if v.Library != MPICH {
		return nil, fmt.Errorf("rules: Variables: %s, want MPICH", v)
	}
	if err := table.Check(); err != nil {
		return nil, err
	}
	names := map[string][]string{} // by operation
	for _, c := range table.Choices {
		op, name := openName(c.Op), ofLibrary(c)
		list, has := mpirAlgorithms[op]
		if !has {
			continue
		}
		known := slices.ContainsFunc(list, func(a mpirAlgorithm) bool { return a.name == name && a.in(v) })
		if name != "" && !known {
			return nil, fmt.Errorf("rules: Variables: %s has no algorithm %q for %s", v, name, c.Op)
		}
		names[op] = append(names[op], name)
	}
	var b bytes.Buffer
	for _, op := range slices.Sorted(maps.Keys(names)) {
		if all := slices.Compact(names[op]); len(all) == 1 && all[0] != "" {
			fmt.Fprintf(&b, "MPIR_CVAR_%s_INTRA_ALGORITHM=%s\n", strings.ToUpper(op), all[0])
		}
	}
	return b.Bytes(), nil
}
