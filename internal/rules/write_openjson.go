package rules

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"topocoll/tuned"
)

// OpenJSON writes Open MPI's rules, version 6.0, for the choices of a table, as Classic does for earlier ones: entries for exactly the
// numbers of ranks of the table, by how they are spread over the hosts. Elsewhere the library chooses by itself.
//
// Two jobs with the same number of ranks and several hosts with several ranks each are an error, since an entry cannot distinguish them,
// and so is a name that the version does not have. What is written has been read back, and every choice found in it.
func OpenJSON(table *tuned.Table, v Version) ([]byte, error) {
	if v.Library != OpenMPI || !v.since(6, 0, 0) {
		return nil, fmt.Errorf("rules: OpenJSON: %s, want Open MPI 6.0", v)
	}
	if err := table.Check(); err != nil {
		return nil, err
	}
	all := wishes(table)
	// The first entry that fits is obeyed, so those for any distribution are the last.
	slices.SortStableFunc(all, func(a, b wish) int {
		if id := colid(openName(a.op)) - colid(openName(b.op)); id != 0 {
			return id
		}
		return strings.Compare(distribution(b.job), distribution(a.job))
	})
	var b bytes.Buffer
	b.WriteString(`{"collectives": {`)
	for i := range all {
		w := &all[i]
		id := colid(openName(w.op))
		if sizeless(id) {
			*w = w.whole()
		}
		same := func(o wish) bool {
			return o.op == w.op && o.job.Ranks == w.job.Ranks && distribution(o.job) == distribution(w.job)
		}
		if slices.ContainsFunc(all[:i], same) {
			return nil, fmt.Errorf("rules: OpenJSON: two jobs of %d ranks, on several hosts with several ranks each: an entry does not know of hosts, want a table of one of them",
				w.job.Ranks)
		}
		switch {
		case i == 0:
			fmt.Fprintf(&b, "\n %q: [", operations[id].name)
		case all[i-1].op != w.op:
			fmt.Fprintf(&b, "],\n %q: [", operations[id].name)
		default:
			b.WriteString(",")
		}
		if err := w.openEntry(&b, v); err != nil {
			return nil, err
		}
	}
	if len(all) > 0 {
		b.WriteString("]")
	}
	b.WriteString("\n}}\n")
	return b.Bytes(), verifyOpenJSON(b.Bytes(), all, v)
}

// distribution is how the ranks of a job are spread, in the words of the file. They sort so that any is the first.
func distribution(job tuned.Job) string {
	switch {
	case job.Hosts == 1:
		return "single-node"
	case job.Slots == 1:
		return "one-per-node"
	}
	return "any"
}

// openEntry writes the entry for a wish.
func (w wish) openEntry(b *bytes.Buffer, v Version) error {
	op := operations[colid(openName(w.op))]
	fmt.Fprintf(b, "\n  {\"comm_size_min\": %d, \"comm_size_max\": %d, \"comm_rank_distribution\": %q, \"rules\": [", w.job.Ranks, w.job.Ranks, distribution(w.job))
	for i, r := range w.ranges {
		name, fan, err := w.open(r, v)
		if err != nil {
			return err
		}
		sizes := fmt.Sprintf(`"msg_size_min": %d, `, op.unit.compared(w.job.Ranks, r.from, 0))
		if r.to != nil {
			sizes += fmt.Sprintf(`"msg_size_max": %d, `, op.unit.compared(w.job.Ranks, *r.to+1, 0)-1)
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(b, "\n    {%s\"alg\": %q, \"faninout\": %d, \"seg_size\": 0, \"reqs\": 0}", sizes, name, fan)
	}
	b.WriteString("]}")
	return nil
}

// open is the algorithm of a range, by the library's name, and its fan-out. The library's own choice is the algorithm "ignore".
func (w wish) open(r wishRange, v Version) (name string, fanOut int, err error) {
	id := colid(openName(w.op))
	names := operations[id].algorithms(v)
	if r.name == "" || r.name == "han" {
		return names[0], 0, nil
	}
	at := slices.Index(names, r.name)
	if at < 1 {
		return "", 0, noAlgorithm("OpenJSON", v, string(w.op), r.name, names[1:])
	}
	return names[at], fan(id, at, v), nil
}

func noAlgorithm(writer string, v Version, op, name string, names []string) error {
	return fmt.Errorf("rules: %s: %s has no algorithm %q for %s, want one of %s", writer, v, name, op, strings.Join(names, ", "))
}

// verifyOpenJSON reads a file as the library does, and looks up what is wanted at both ends of each range.
func verifyOpenJSON(file []byte, all []wish, v Version) error {
	read := ReadOpenJSON(file, v)
	if read.dropped != "" {
		return fmt.Errorf("rules: OpenJSON: read back: %s", read.dropped)
	}
	for _, w := range all {
		op := operations[colid(openName(w.op))]
		for _, r := range w.ranges {
			want, fanOut, err := w.open(r, v)
			if err != nil {
				return err
			}
			for _, block := range r.ends() {
				got, _ := read.Choose(op.name, w.job, op.unit.compared(w.job.Ranks, block, 8))
				if got.Algorithm != slices.Index(op.algorithms(v), want) || got.Fan != fanOut {
					return fmt.Errorf("rules: OpenJSON: read back, %s on %d ranks, %d bytes: algorithm %d, want %s", w.op, w.job.Ranks, block, got.Algorithm, want)
				}
			}
		}
		for _, ranks := range []int{w.job.Ranks - 1, w.job.Ranks + 1} {
			job := tuned.Job{Ranks: ranks, Hosts: 1, Slots: ranks}
			other := func(o wish) bool { return o.op == w.op && o.job.Ranks == ranks }
			if _, found := read.Choose(op.name, job, 1<<20); found && !slices.ContainsFunc(all, other) {
				return fmt.Errorf("rules: OpenJSON: read back, %s on %d ranks: a rule, want none", w.op, ranks)
			}
		}
	}
	return nil
}
