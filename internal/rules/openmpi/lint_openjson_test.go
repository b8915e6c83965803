package openmpi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
)

// Lint finds the mistakes in Open MPI's JSON files.
func TestOpenJSONTraps(t *testing.T) {
	allreduce := func(entry, rule string) string {
		return "{\"collectives\":{\"allreduce\":[{" + entry + "\n\"rules\":[{" + rule + "}]}]}}"
	}
	const alg = `"alg":"recursive_doubling"`
	for name, c := range map[string]struct {
		v     rules.Version
		file  string
		finds string // "": no finding
		does  string
	}{
		"nothing is wrong": {open6,
			allreduce(`"comm_size_min":2,"comm_size_max":64,"comm_rank_distribution":"any",`,
				`"msg_size_min":0,"msg_size_max":4096,"faninout":0,"seg_size":0,"reqs":0,`+alg), "",
			"allreduce, 2 to 64 ranks: bytes of the message\n  0 to 4096 bytes  recursive_doubling  " +
				"(line 2)\n  other sizes      the library's own choice\n"},
		"a radix of 0": {open6, `{"collectives":{"allgather":[{"rules":[{"alg":"bruck-k-fanout"}]}]}}`,
			"wrong: line 1: allgather algorithm bruck-k-fanout with fan-out 0: the call never returns", ""},
		"by number": {open6, allreduce("", `"alg":3`), "", "any size     recursive_doubling"},
		"before 6.0": {open5, allreduce("", alg), "wrong: line 1: Open MPI reads JSON files from 6.0 on",
			"No rule in this file applies"},
		"no JSON": {open6, "{\"collectives\":{},\n}", "wrong: line 2: the file is not JSON",
			"No rule in this file applies"},
		"a comment": {open6, "{\"collectives\":{ # all\n}}", "wrong: line 1: the file is not JSON", ""},
		"converter": {open6, `{"collectives":{"reducescatter":[]}}`, drops +
			`there is no operation "reducescatter"; use reduce_scatter`, "No rule in this file applies"},
		"converter, block": {open6, `{"collectives":{"reducescatterblock":[]}}`, drops +
			`there is no operation "reducescatterblock"; use reduce_scatter_block`,
			"No rule in this file applies"},
		"segsize": {open6, allreduce("", `"segsize":8,`+alg),
			`the library does not recognise "segsize", and ignores it; use seg_size`, ""},
		"inf": {open6, allreduce(`"comm_size_max":"inf",`, alg),
			`"inf" of comm_size_max is read as -1, so no communicator matches; omit this key`, ""},
		"inf bytes": {open6, allreduce("", `"msg_size_max":"inf",`+alg), "", "any size"},
		"no number": {open6, allreduce(`"comm_size_max":"64",`, alg), drops +
			"comm_size_max is not a whole number", "No rule in this file applies"},
		"no algorithm": {open6, allreduce("", `"alg":"recursive"`),
			`wrong: line 2: there is no algorithm "recursive" for allreduce: the rule is never used`, ""},
		"without alg": {open6, allreduce("", `"reqs":0`),
			"without \"alg\" leaves the choice to the library", ""},
		"without rules": {open6, `{"collectives":{"allreduce":[{"comm_size_min":4}]}}`, drops +
			"an entry for allreduce has no array", ""},
		"a distribution": {open6, allreduce(`"comm_rank_distribution":"single-node",`, alg), "",
			"allreduce, any number of ranks, all on one host:"},
		"no distribution": {open6, allreduce(`"comm_rank_distribution":"one",`, alg),
			`comm_rank_distribution "one" is read as any`, ""},
		"first match": {open6,
			`{"collectives":{"scan":[{"rules":[{"alg":1}]},{"comm_size_min":8,"rules":[{"alg":2}]}]}}`,
			"the scan entry for 8 ranks and more is never used: an earlier entry", ""},
		"first size": {open6,
			`{"collectives":{"bcast":[{"rules":[{"alg":1},{"msg_size_min":8,"alg":2}]}]}}`,
			"the bcast rule for 8 bytes and more is never used", ""},
		"can hang": {open6,
			`{"collectives":{"gather":[{"rules":[{"alg":1,"msg_size_max":64},{"alg":2}]}]}}`,
			"the program can hang", ""},
		"sizes of a scan": {open6,
			`{"collectives":{"scan":[{"rules":[{"alg":1,"msg_size_max":64},{"alg":2}]}]}}`,
			"ignores the count", ""},
		"never used": {open6, `{"collectives":{"gatherv":[{"rules":[{"alg":1}]}]}}`,
			"the rules for gatherv have no effect", ""},
	} {
		t.Run(name, func(t *testing.T) {
			format := libraries.FormatOf([]byte(c.file))
			assert.Equal(t, rules.OpenMPI, format.Library)
			report := format.Lint([]byte(c.file), c.v)
			assert.Contains(t, report.Text(), c.finds)
			assert.Contains(t, report.Text(), c.does)
			assert.Equal(t, c.finds == "", report.CountWrong() == 0, report.Text())
		})
	}
}
