package mpich

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// variables writes MPICH's variables for the choices of a table, a line NAME=value each, for an operation whose best algorithm of the
// library, by name, is the same for all sizes and numbers of ranks of the table: a variable is for every call of an operation.
// Where it differs, or the library's own choice is best, nothing is said. A name that the version does not have is an error.
func variables(table *tuned.Table, v rules.Version) ([]byte, error) {
	names := map[string][]string{} // by operation
	for _, w := range rules.Wishes(table) {
		for _, r := range w.Ranges {
			if _, err := algorithmFor(w, r, v); r.Name != "" && err != nil {
				return nil, err
			}
			names[rules.OperationName(w.Op)] = append(names[rules.OperationName(w.Op)], r.Name)
		}
	}
	var b bytes.Buffer
	for _, op := range slices.Sorted(maps.Keys(names)) {
		if all := slices.Compact(names[op]); len(all) == 1 && all[0] != "" {
			fmt.Fprintf(&b, "MPIR_CVAR_%s_INTRA_ALGORITHM=%s\n", strings.ToUpper(op), all[0])
		}
	}
	return b.Bytes(), nil
}
