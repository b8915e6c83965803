package cli

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/catalog"
)

// selection names the algorithms on which a command works.
type selection struct {
	Op   []string `help:"Operations: bcast, reduce, allgather, ... (default: all)." placeholder:"OP" predictor:"op"`
	Algo []string `help:"Algorithms by id or id prefix: hcube/bcast, ring, ... (default: all)." placeholder:"ID" predictor:"algo"`
}

// rows returns the catalog rows of the selection, or an error that lists similar names.
func (s selection) rows() ([]catalog.Info, error) {
	var infos []catalog.Info
	var ids []string
	for _, row := range catalog.Rows[struct{}]() {
		infos = append(infos, row.Info)
		ids = append(ids, row.ID)
	}
	var ops []string
	for _, coll := range catalog.Collectives() {
		ops = append(ops, string(coll))
	}
	for _, op := range s.Op {
		if !slices.Contains(ops, op) {
			return nil, unknown("operation", op, ops)
		}
	}
	for _, algo := range s.Algo {
		if !slices.ContainsFunc(ids, func(id string) bool { return under(id, algo) }) {
			return nil, unknown("algorithm", algo, ids)
		}
	}
	var chosen []catalog.Info
	for _, info := range infos {
		byOp := len(s.Op) == 0 || slices.Contains(s.Op, string(info.Op))
		byAlgo := len(s.Algo) == 0 || slices.ContainsFunc(s.Algo, func(algo string) bool { return under(info.ID, algo) })
		if byOp && byAlgo {
			chosen = append(chosen, info)
		}
	}
	if len(chosen) == 0 {
		return nil, usagef("no algorithm matches both --op %s and --algo %s", strings.Join(s.Op, ","), strings.Join(s.Algo, ","))
	}
	return chosen, nil
}

// under reports whether id is name, or begins with name and a slash, such as ring/bcast with ring.
func under(id, name string) bool {
	return id == name || strings.HasPrefix(id, strings.TrimSuffix(name, "/")+"/")
}

// unknown refuses a name and lists similar ones.
func unknown(what, name string, names []string) error {
	near := slices.Clone(names)
	slices.SortStableFunc(near, func(a, b string) int { return distance(name, a) - distance(name, b) })
	if len(near) > 5 {
		near = near[:5]
	}
	return usagef("no %s %q, want one of: %s%s", what, name, strings.Join(near, ", "), more(len(names)-len(near)))
}

func more(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (and %d more: topocoll list)", n)
}

// distance is the number of letters to insert, delete or replace to turn a into b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
