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

// writeSelection writes a selection of algorithms for MPICH with the choices of a table. It changes the
// built-in selection, `own`, only for communicators of the table's jobs, and only if a choice names an
// algorithm of the library. MPICH does not check an algorithm's restrictions on the operator and the buffers,
// so the file has questions about them.
//
// On several hosts with several ranks each, MPICH splits a bcast, reduce, allreduce or barrier into calls
// between hosts and calls within hosts. The file therefore also has the rules of such an operation for the
// communicators of the inner calls, because an algorithm that tune forced executed the inner calls too.
//
// writeSelection returns an error if two jobs need different algorithms on communicators of one size, or if
// the version does not have an algorithm. It reads the written file back. The file must have every choice,
// and the library's own algorithm for all other calls.
func writeSelection(table *tuned.Table, v rules.Version, own []byte) ([]byte, error) {
	read, err := readSelection(own)
	if err != nil {
		return nil, fmt.Errorf("rules: the built-in selection is invalid: %w", err)
	}
	wanted, err := desiredByRanks(table, v)
	if err != nil || len(wanted) == 0 {
		return nil, err
	}
	read.root.Members = correctBounds(read.root.Members, true)
	root := read.root
	changed := root
	changed.Members = slices.Clone(root.Members)
	for op, byRanks := range wanted {
		at := slices.IndexFunc(root.Members,
			func(m rules.Value) bool { return parseQuestion(m.Key) == question{"collective", "=", op} })
		if at < 0 {
			return nil, fmt.Errorf("rules: the built-in selection has no entry for %s at its top level", op)
		}
		if changed.Members[at], err = changeIntra(root.Members[at], byRanks, v); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	writeTree(&b, changed, 0)
	b.WriteByte('\n')
	return b.Bytes(), verifySelection(b.Bytes(), read, wanted, v)
}

// splitOperations are the operations that MPICH splits into calls between hosts and within hosts.
var splitOperations = []string{"bcast", "reduce", "allreduce", "barrier"}

// desiredByRanks returns the desired rules by MPICH's name for the operation and by the size of the
// communicator. It omits operations for which no desired rule names an algorithm.
func desiredByRanks(table *tuned.Table, v rules.Version) (map[string]map[int]rules.DesiredRule, error) {
	all := map[string]map[int]rules.DesiredRule{}
	for _, d := range rules.DesiredRules(table) {
		op := rules.OperationName(d.Op)
		for _, r := range d.Ranges {
			if _, err := algorithmFor(d, r, v); r.Name != "" && err != nil {
				return nil, err
			}
		}
		if sizeQuestion(op) == "" {
			d = d.Whole()
		}
		ranks := []int{d.Job.Ranks}
		if slices.Contains(splitOperations, op) {
			ranks = append(ranks, d.Job.Hosts, d.Job.Slots)
		}
		for _, n := range ranks {
			other, found := all[op][n]
			if found && other.Job != d.Job {
				return nil, fmt.Errorf(
					"rules: the table has two choices for %s on communicators of %d ranks, from the jobs of %d and of "+
						"%d ranks; use a table with only one of these jobs", op, n, other.Job.Ranks, d.Job.Ranks)
			}
			if all[op] == nil {
				all[op] = map[int]rules.DesiredRule{}
			}
			if n > 1 {
				all[op][n] = d
			}
		}
	}
	maps.DeleteFunc(all, func(_ string, byRanks map[int]rules.DesiredRule) bool {
		for _, d := range byRanks {
			if d.NamesAlgorithm() {
				return false
			}
		}
		return true
	})
	return all, nil
}

// writeVariables writes MPICH's variables for the choices of a table, as lines NAME=value. A variable applies
// to every call of an operation. Therefore writeVariables writes a variable only if one algorithm of the
// library is the choice for the operation at all sizes and rank counts. It returns an error for an algorithm
// that the version does not have.
func writeVariables(table *tuned.Table, v rules.Version) ([]byte, error) {
	names := map[string][]string{} // by operation
	for _, d := range rules.DesiredRules(table) {
		for _, r := range d.Ranges {
			if _, err := algorithmFor(d, r, v); r.Name != "" && err != nil {
				return nil, err
			}
			names[rules.OperationName(d.Op)] = append(names[rules.OperationName(d.Op)], r.Name)
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
