package openmpi

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// writeOpenJSON writes a JSON rules file of Open MPI 6.0 for the choices of a table, like writeClassic for
// earlier versions. Each entry is for exactly one communicator size, and for the job's distribution of ranks
// over the hosts. For all other calls the library makes its own choice.
//
// writeOpenJSON returns an error if two jobs on several hosts with several ranks each have the same number of
// ranks, because an entry cannot distinguish them. It also returns an error if the version lacks one of the
// chosen algorithms. It reads the written file back, and checks every choice in it.
func writeOpenJSON(table *tuned.Table, v rules.Version) ([]byte, error) {
	all := desiredRules(table)
	if len(all) == 0 {
		return nil, nil
	}
	// The library applies the first entry that fits, so entries for any distribution are last.
	slices.SortStableFunc(all, func(a, b rules.DesiredRule) int {
		if id := colid(rules.OperationName(a.Op)) - colid(rules.OperationName(b.Op)); id != 0 {
			return id
		}
		return strings.Compare(distribution(b.Job), distribution(a.Job))
	})
	var b bytes.Buffer
	b.WriteString(`{"collectives": {`)
	for i, d := range all {
		same := func(o rules.DesiredRule) bool {
			return o.Op == d.Op && o.Job.Ranks == d.Job.Ranks && distribution(o.Job) == distribution(d.Job)
		}
		if slices.ContainsFunc(all[:i], same) {
			return nil, fmt.Errorf(
				"rules: the table has two jobs of %d ranks, both on several hosts with several ranks each. "+
					"Open MPI's JSON cannot distinguish jobs by number of hosts; use a table with only one of them",
				d.Job.Ranks)
		}
		switch {
		case i == 0:
			fmt.Fprintf(&b, "\n %q: [", rules.OperationName(d.Op))
		case all[i-1].Op != d.Op:
			fmt.Fprintf(&b, "],\n %q: [", rules.OperationName(d.Op))
		default:
			b.WriteString(",")
		}
		if err := writeEntry(&b, d, v); err != nil {
			return nil, err
		}
	}
	b.WriteString("]\n}}\n")
	read := readOpenJSON(b.Bytes(), v)
	if read.ignoredBecause != "" {
		return nil, fmt.Errorf("rules: internal error: the library would ignore the %s that was written: %s",
			openJSONName, read.ignoredBecause)
	}
	return b.Bytes(), verifyRules(all, v, read)
}

// distribution returns the name that the rules file uses for the distribution of a job's ranks over the
// hosts. writeOpenJSON sorts entries by these names in reverse order. The name "any" is the first in
// alphabetical order, so entries with this name come last.
func distribution(job tuned.Job) string {
	switch {
	case job.Hosts == 1:
		return "single-node"
	case job.Slots == 1:
		return "one-per-node"
	}
	return "any"
}

func writeEntry(b *bytes.Buffer, d rules.DesiredRule, v rules.Version) error {
	op := operationOf(d.Op)
	fmt.Fprintf(b,
		"\n  {\"comm_size_min\": %d, \"comm_size_max\": %d, \"comm_rank_distribution\": %q, \"rules\": [",
		d.Job.Ranks, d.Job.Ranks, distribution(d.Job))
	for i, r := range d.Ranges {
		rule, err := forcedRule(d, r, v)
		if err != nil {
			return err
		}
		sizes := fmt.Sprintf(`"msg_size_min": %d, `, op.sizeKind.lookupSize(d.Job.Ranks, r.From, 0))
		if r.To != nil {
			sizes += fmt.Sprintf(`"msg_size_max": %d, `, op.sizeKind.lookupSize(d.Job.Ranks, *r.To+1, 0)-1)
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(b, "\n    {%s\"alg\": %q, \"faninout\": %d, \"seg_size\": 0, \"reqs\": 0}", sizes,
			op.algorithms(v)[rule.Algorithm], rule.Fan)
	}
	b.WriteString("]}")
	return nil
}
