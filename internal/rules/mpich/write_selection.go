package mpich

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// writeSelection writes MPICH's selection of algorithms for the choices of a table: the selection
// that the library has built in, of which only the communicators of the table's jobs are changed,
// and of them only the calls for which an algorithm of the library is known to be best. What such
// an algorithm requires of the operator and the buffers, which the library does not check, is asked
// in the file.
//
// On several hosts with several ranks each, MPICH makes a bcast, reduce, allreduce or barrier of
// calls between the hosts and within them, so these communicators have the same rules, as they had
// when an algorithm was forced.
//
// Two jobs that want different things on communicators of one size are an error, and so is a name
// that the version does not have. What is written has been read back: every choice is found in it,
// and all other calls have the library's own algorithms.
func writeSelection(table *tuned.Table, v rules.Version, own []byte) ([]byte, error) {
	read, err := readSelection(own)
	if err != nil {
		return nil, fmt.Errorf("rules: the library's own, %w", err)
	}
	wanted, err := selected(table, v)
	if err != nil || len(wanted) == 0 {
		return nil, err
	}
	read.root.Members = plain(read.root.Members, true)
	root := read.root
	changed := root
	changed.Members = slices.Clone(root.Members)
	for op, byRanks := range wanted {
		at := slices.IndexFunc(root.Members, func(m rules.Value) bool { return asked(m.Key) == question{"collective", "=", op} })
		if at < 0 {
			return nil, fmt.Errorf("rules: the library's own has nothing for %s at the top", op)
		}
		changed.Members[at] = intra(root.Members[at], func(own []rules.Value) ([]rules.Value,
			error) {
			return chain(own, byRanks, v)
		}, &err)
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	writeTree(&b, changed, 0)
	b.WriteByte('\n')
	return b.Bytes(), verifySelection(b.Bytes(), read, wanted, v)
}

// mostMPICH is the largest number in a file: an int.
const mostMPICH = math.MaxInt32

// split are the operations that MPICH makes of calls between and within hosts.
var split = []string{"bcast", "reduce", "allreduce", "barrier"}

// selected are the wishes by MPICH's operation and the size of the communicator, without those that
// want nothing.
func selected(table *tuned.Table, v rules.Version) (map[string]map[int]rules.Wish, error) {
	all := map[string]map[int]rules.Wish{}
	for _, w := range rules.Wishes(table) {
		op := rules.OperationName(w.Op)
		for _, r := range w.Ranges {
			if _, err := algorithmFor(w, r, v); r.Name != "" && err != nil {
				return nil, err
			}
		}
		if sizesOf(op) == "" {
			w = w.Whole()
		}
		ranks := []int{w.Job.Ranks}
		if slices.Contains(split, op) {
			ranks = append(ranks, w.Job.Hosts, w.Job.Slots)
		}
		for _, n := range ranks {
			other, found := all[op][n]
			if found && other.Job != w.Job {
				return nil, fmt.Errorf("rules: %s on a communicator of %d, in the jobs of %d and of %d ranks: want a table of one of them", op, n, other.Job.Ranks, w.Job.Ranks)
			}
			if all[op] == nil {
				all[op] = map[int]rules.Wish{}
			}
			if n > 1 {
				all[op][n] = w
			}
		}
	}
	maps.DeleteFunc(all, func(_ string, byRanks map[int]rules.Wish) bool {
		for _, w := range byRanks {
			if w.Wants() {
				return false
			}
		}
		return true
	})
	return all, nil
}

// sizesOf is the question about the size of a call of an operation; "": there is none.
func sizesOf(op string) string {
	switch op {
	case "bcast", "allreduce", "reduce", "alltoall":
		return "avg_msg_size"
	case "allgather", "reduce_scatter_block":
		return "total_msg_size"
	}
	return ""
}

// algorithmFor is the algorithm of a range.
func algorithmFor(w rules.Wish, r rules.WishRange, v rules.Version) (mpirAlgorithm, error) {
	list := mpirAlgorithms[rules.OperationName(w.Op)]
	at := slices.IndexFunc(list, func(a mpirAlgorithm) bool { return a.name == r.Name && a.in(v) })
	if at < 0 {
		var names []string
		for _, a := range list {
			if a.in(v) {
				names = append(names, a.name)
			}
		}
		return mpirAlgorithm{}, rules.NoAlgorithm(v, w, r, names)
	}
	return list[at], nil
}

// writeVariables writes MPICH's variables for the choices of a table, a line NAME=value each, for
// an operation whose best algorithm of the library, by name, is the same for all sizes and numbers
// of ranks of the table: a variable is for every call of an operation. Where it differs, or the
// library's own choice is best, nothing is said. A name that the version does not have is an error.
func writeVariables(table *tuned.Table, v rules.Version) ([]byte, error) {
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
