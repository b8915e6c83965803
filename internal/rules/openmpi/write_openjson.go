package openmpi

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// writeOpenJSON writes Open MPI's rules, version 6.0, for the choices of a table, as writeClassic
// does for earlier ones: entries for exactly the numbers of ranks of the table, by how they are
// spread over the hosts. Elsewhere the library chooses by itself.
//
// Two jobs with the same number of ranks and several hosts with several ranks each are an error,
// since an entry cannot distinguish them, and so is a name that the version does not have. What is
// written has been read back, and every choice found in it.
func writeOpenJSON(table *tuned.Table, v rules.Version) ([]byte, error) {
	all := openWishes(table)
	if len(all) == 0 {
		return nil, nil
	}
	// The first entry that fits is obeyed, so those for any distribution are the last.
	slices.SortStableFunc(all, func(a, b rules.Wish) int {
		if id := colid(rules.OperationName(a.Op)) - colid(rules.OperationName(b.Op)); id != 0 {
			return id
		}
		return strings.Compare(distribution(b.Job), distribution(a.Job))
	})
	var b bytes.Buffer
	b.WriteString(`{"collectives": {`)
	for i, w := range all {
		same := func(o rules.Wish) bool {
			return o.Op == w.Op && o.Job.Ranks == w.Job.Ranks && distribution(o.Job) == distribution(w.Job)
		}
		if slices.ContainsFunc(all[:i], same) {
			return nil, fmt.Errorf("rules: two jobs of %d ranks, on several hosts with several ranks each: an entry does not know of hosts, want a table of one of them",
				w.Job.Ranks)
		}
		switch {
		case i == 0:
			fmt.Fprintf(&b, "\n %q: [", rules.OperationName(w.Op))
		case all[i-1].Op != w.Op:
			fmt.Fprintf(&b, "],\n %q: [", rules.OperationName(w.Op))
		default:
			b.WriteString(",")
		}
		if err := writeEntry(&b, w, v); err != nil {
			return nil, err
		}
	}
	b.WriteString("]\n}}\n")
	read := readOpenJSON(b.Bytes(), v)
	if read.dropped != "" {
		return nil, fmt.Errorf("rules: %s: read back: %s", openJSONName, read.dropped)
	}
	return b.Bytes(), verifyOpen(all, v, func(op string, job tuned.Job, size uint64) tunedRule {
		rule, _ := read.choose(op, job, size)
		return rule
	})
}

// distribution is how the ranks of a job are spread, in the words of the file. They sort so that
// any is the first.
func distribution(job tuned.Job) string {
	switch {
	case job.Hosts == 1:
		return "single-node"
	case job.Slots == 1:
		return "one-per-node"
	}
	return "any"
}

// writeEntry writes the entry for a wish.
func writeEntry(b *bytes.Buffer, w rules.Wish, v rules.Version) error {
	op := operations[colid(rules.OperationName(w.Op))]
	fmt.Fprintf(b, "\n  {\"comm_size_min\": %d, \"comm_size_max\": %d, \"comm_rank_distribution\": %q, \"rules\": [", w.Job.Ranks, w.Job.Ranks, distribution(w.Job))
	for i, r := range w.Ranges {
		algorithm, fan, err := openAlgorithm(w, r, v)
		if err != nil {
			return err
		}
		sizes := fmt.Sprintf(`"msg_size_min": %d, `, op.unit.compared(w.Job.Ranks, r.From, 0))
		if r.To != nil {
			sizes += fmt.Sprintf(`"msg_size_max": %d, `, op.unit.compared(w.Job.Ranks, *r.To+1, 0)-1)
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(b, "\n    {%s\"alg\": %q, \"faninout\": %d, \"seg_size\": 0, \"reqs\": 0}", sizes,
			op.algorithms(v)[algorithm], fan)
	}
	b.WriteString("]}")
	return nil
}
