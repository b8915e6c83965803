package rules

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"

	"topocoll/tuned"
)

// selection writes MPICH's selection of algorithms for the choices of a table: the selection that the library has built in, of which only
// the communicators of the table's jobs are changed, and of them only the calls for which an algorithm of the library is known to
// be best. What such an algorithm requires of the operator and the buffers, which the library does not check, is asked in the file.
//
// On several hosts with several ranks each, MPICH makes a bcast, reduce, allreduce or barrier of calls between the hosts and within
// them, so these communicators have the same rules, as they had when an algorithm was forced.
//
// Two jobs that want different things on communicators of one size are an error, and so is a name that the version does not have.
// What is written has been read back: every choice is found in it, and all other calls have the library's own algorithms.
func selection(table *tuned.Table, v Version, own []byte) ([]byte, error) {
	read, err := ReadSelection(own)
	if err != nil {
		return nil, fmt.Errorf("rules: the library's own, %w", err)
	}
	wanted, err := selected(table, v)
	if err != nil || len(wanted) == 0 {
		return nil, err
	}
	read.root.members = plain(read.root.members, true)
	root := read.root
	changed := root
	changed.members = slices.Clone(root.members)
	for op, byRanks := range wanted {
		at := slices.IndexFunc(root.members, func(m value) bool { return asked(m.key) == question{"collective", "=", op} })
		if at < 0 {
			return nil, fmt.Errorf("rules: the library's own has nothing for %s at the top", op)
		}
		changed.members[at] = intra(root.members[at], func(own []value) ([]value, error) { return chain(own, byRanks, v) }, &err)
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

// selected are the wishes by MPICH's operation and the size of the communicator, without those that want nothing.
func selected(table *tuned.Table, v Version) (map[string]map[int]wish, error) {
	all := map[string]map[int]wish{}
	for _, w := range wishes(table) {
		op := openName(w.op)
		for _, r := range w.ranges {
			if _, err := w.mpir(r, v); r.name != "" && err != nil {
				return nil, err
			}
		}
		if sizesOf(op) == "" {
			w = w.whole()
		}
		ranks := []int{w.job.Ranks}
		if slices.Contains(split, op) {
			ranks = append(ranks, w.job.Hosts, w.job.Slots)
		}
		for _, n := range ranks {
			other, found := all[op][n]
			if found && other.job != w.job {
				return nil, fmt.Errorf("rules: %s on a communicator of %d, in the jobs of %d and of %d ranks: want a table of one of them", op, n, other.job.Ranks, w.job.Ranks)
			}
			if all[op] == nil {
				all[op] = map[int]wish{}
			}
			if n > 1 {
				all[op][n] = w
			}
		}
	}
	maps.DeleteFunc(all, func(_ string, byRanks map[int]wish) bool {
		for _, w := range byRanks {
			if w.wants() {
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

// mpir is the algorithm of a range.
func (w wish) mpir(r wishRange, v Version) (mpirAlgorithm, error) {
	list := mpirAlgorithms[openName(w.op)]
	at := slices.IndexFunc(list, func(a mpirAlgorithm) bool { return a.name == r.name && a.in(v) })
	if at < 0 {
		var names []string
		for _, a := range list {
			if a.in(v) {
				names = append(names, a.name)
			}
		}
		return mpirAlgorithm{}, noAlgorithm(v, w, r, names)
	}
	return list[at], nil
}
