package mpich_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
)

var mpich43 = rules.Version{Library: rules.MPICH, Major: 4, Minor: 3}

const atStart = "the library aborts the program in MPI_Init: "

// Lint finds the mistakes in MPICH's selections. All files lack some operations, but only one case checks
// that Lint reports this.
func TestMPICHTraps(t *testing.T) {
	bcast := func(under string) string {
		return "{\"collective=bcast\":{\"comm_type=intra\":{\n" + under +
			"\n}}}"
	}
	const any = `,"avg_msg_size=any":{"algorithm=MPIR_Bcast_intra_binomial":{}}`
	for name, c := range map[string]struct {
		v     rules.Version
		file  string
		finds string // "": only the missing operations
		does  string
	}{
		"operations are missing": {mpich40, bcast(`"algorithm=MPIR_Bcast_intra_binomial":{}`),
			"the first call of a missing operation (allgather, allgatherv",
			"bcast\n  otherwise  MPIR_Bcast_intra_binomial  (line 2)"},
		"ranges": {mpich40,
			bcast(`"comm_size<8":{"avg_msg_size<=12288":{"algorithm=MPIR_Bcast_intra_binomial":{}}` + any +
				`},"comm_size=any":{"algorithm=MPIR_Bcast_intra_scatter_ring_allgather":{}}`), "",
			"fewer than 8 ranks, up to 12288 bytes per message or block"},
		"no JSON": {mpich40, "{\"collective=bcast\":\n}", "wrong: line 2: " + atStart + "the file is not JSON",
			""},
		"no such key": {mpich40, bcast(`"msg_size<=8":{"algorithm=MPIR_Bcast_intra_binomial":{}}`),
			"wrong: line 2: " + atStart + "this version has no condition msg_size<=8", ""},
		"no such answer": {mpich40, bcast(`"comm_hierarchy=all":{"algorithm=MPIR_Bcast_intra_binomial":{}}`),
			atStart + "this version has no condition comm_hierarchy=all", ""},
		"no operation": {mpich40, `{"collective=broadcast":{"algorithm=MPIR_Bcast_intra_binomial":{}}}`,
			atStart + "there is no operation broadcast", ""},
		"no object": {mpich40, bcast(`"comm_size=any":"binomial"`), atStart +
			"the value of comm_size=any is not an object", ""},
		"without any": {mpich40, bcast(`"avg_msg_size<=8":{"algorithm=MPIR_Bcast_intra_binomial":{}}`),
			atStart + "avg_msg_size<=8 is the last condition of its level; add avg_msg_size=any after it",
			""},
		"any first": {mpich40, bcast(any[1:] +
			`,"avg_msg_size<=8":{"algorithm=MPIR_Bcast_intra_binomial":{}}`), atStart +
			"avg_msg_size=any must be the last condition of its level", ""},
		"blanks": {mpich40,
			bcast(
				`"comm_size < 8":{"algorithm=MPIR_Bcast_intra_binomial":{}},` +
					`"comm_size=any":{"algorithm=MPIR_Bcast_intra_binomial":{}}`), "", "fewer than 8 ranks"},
		"never reached": {mpich40,
			bcast(`"avg_msg_size<=64":{"algorithm=MPIR_Bcast_intra_binomial":{}},"avg_msg_size<=8":{` +
				`"algorithm=MPIR_Bcast_intra_binomial":{}}` + any), "wrong: line 2: avg_msg_size<=8 is " +
				"never reached: avg_msg_size<=64 before it matches every call", ""},
		"kibibytes": {mpich40, bcast(`"avg_msg_size<=64K":{"algorithm=MPIR_Bcast_intra_binomial":{}}` +
			any), "wrong: line 2: avg_msg_size<=64K is read as 64", ""},
		"twice": {mpich40,
			bcast(`"avg_msg_size<=64":{"algorithm=MPIR_Bcast_intra_binomial":{}},"avg_msg_size<=64":{` +
				`"algorithm=MPIR_Bcast_intra_smp":{}}` + any),
			"avg_msg_size<=64 is also in line 2", ""},
		"beside others": {mpich40, bcast(`"algorithm=MPIR_Bcast_intra_binomial":{}` + any),
			"has sibling keys, which MPICH ignores", ""},
		"less is at most": {mpich40,
			bcast(`"avg_msg_size<=64":{"comm_size<8":{"algorithm=MPIR_Bcast_intra_binomial":{}},` +
				`"comm_size=any":{"algorithm=MPIR_Bcast_intra_binomial":{}}}` + any),
			"wrong: line 2: comm_size<8 nested under avg_msg_size<=64 is read as comm_size<=8", ""},
		"not for it": {mpich40,
			`{"collective=allgather":{"avg_msg_size<=8":{"algorithm=MPIR_Allgather_intra_ring":{}},` +
				`"avg_msg_size=any":{"algorithm=MPIR_Allgather_intra_ring":{}}}}`,
			"a call of allgather that reaches avg_msg_size aborts the program: the condition is valid only for " +
				"bcast, allreduce, reduce, alltoall", ""},
		"count, not for it": {mpich40,
			`{"collective=alltoall":{"count<=8":{"algorithm=MPIR_Alltoall_intra_pairwise":{}},"count=any":{` +
				`"algorithm=MPIR_Alltoall_intra_pairwise":{}}}}`, "a call of alltoall that reaches count " +
				"aborts the program: the condition is valid only for bcast, allreduce, reduce, allgather", ""},
		"of 4.3": {mpich42,
			`{"collective=allreduce":{"algorithm=MPIR_Allreduce_intra_recursive_multiplying":{"k=2":{}}}}`,
			atStart + "this version does not have MPIR_Allreduce_intra_recursive_multiplying, which is " +
				"in 4.3 and later", ""},
		"of none": {mpich43, `{"collective=bcast":{"algorithm=MPIR_Bcast_intra_circ_graph":{}}}`,
			atStart + "there is no algorithm MPIR_Bcast_intra_circ_graph", ""},
		"elements": {mpich40,
			`{"collective=gather":{"total_msg_size<=8":{"algorithm=MPIR_Gather_intra_binomial":{}},` +
				`"total_msg_size=any":{"algorithm=MPIR_Gather_intra_binomial":{}}}}`,
			"total_msg_size of gather is a number of elements, not of bytes", ""},
		"no algorithm": {mpich40, bcast(`"algorithm=MPIR_Bcast_intra_bionmial":{}`), atStart +
			"there is no algorithm MPIR_Bcast_intra_bionmial", ""},
		"another's": {mpich40, bcast(`"algorithm=MPIR_Scan_intra_smp":{}`),
			"MPIR_Scan_intra_smp is not an algorithm of bcast; use a name that begins with MPIR_Bcast_", ""},
		"of 4.1": {mpich40, bcast(`"algorithm=MPIR_Bcast_intra_tree":{"tree_type=kary":{},"k=4":{}}`),
			atStart + "this version does not have MPIR_Bcast_intra_tree, which is in 4.1 and later", ""},
		"there in 4.2": {mpich42,
			bcast(`"algorithm=MPIR_Bcast_intra_tree":{"tree_type=kary":{},"k=4":{},"is_non_blocking=1":{}}`),
			"", "MPIR_Bcast_intra_tree tree_type=kary k=4"},
		"parameters": {mpich42,
			bcast(`"algorithm=MPIR_Bcast_intra_tree":{"tree_type=kary":{},"is_non_blocking=1":{}}`),
			"wrong: line 2: MPIR_Bcast_intra_tree has no parameter k=, so the library uses an undefined value", ""},
		"a tree by name": {mpich42,
			bcast(`"algorithm=MPIR_Bcast_intra_tree":{"tree_type=knomial_1":{},"k=4":{},` +
				`"is_non_blocking=1":{}}`),
			"wrong: line 2: tree_type=knomial_1 is read as 0, because MPICH before 4.3 expects a number", ""},
		"by name in 4.3": {mpich43,
			bcast(`"algorithm=MPIR_Bcast_intra_tree":{"tree_type=knomial_1":{},"k=4":{},` +
				`"is_non_blocking=1":{}}`), "", "tree_type=knomial_1"},
		"comments": {mpich40, "// ours\n/* all */ " +
			bcast(`"algorithm=MPIR_Bcast_intra_binomial":{},`) + " }",
			"note: line 1: the file is not strict JSON, but the library accepts",
			"MPIR_Bcast_intra_binomial  (line 3)"},
		"single quotes": {mpich40, "{'collective=bcast': {'algorithm=MPIR_Bcast_intra_binomial': {}}}",
			"note: line 1: the file is not strict JSON, but", "MPIR_Bcast_intra_binomial"},
		"a comment of others": {mpich40, "# ours\n{\"collective=bcast\":{}}", atStart + "the file is not JSON",
			""},
		"any of any": {mpich42, bcast(`"size=any":{"algorithm=MPIR_Bcast_intra_binomial":{}}`), "",
			"MPIR_Bcast_intra_binomial"},
		"any of any in 4.0": {mpich40, bcast(`"size=any":{"algorithm=MPIR_Bcast_intra_binomial":{}}`),
			atStart + "this version has no condition size=any", ""},
		"less in 4.0": {mpich40,
			bcast(`"comm_avg_ppn<8":{"algorithm=MPIR_Bcast_intra_binomial":{}},"comm_size=any":{` +
				`"algorithm=MPIR_Bcast_intra_binomial":{}}`), atStart +
				"this version has no condition comm_avg_ppn<8", ""},
		"less in 4.2": {mpich42,
			bcast(`"comm_avg_ppn<8":{"algorithm=MPIR_Bcast_intra_binomial":{}},"comm_size=any":{` +
				`"algorithm=MPIR_Bcast_intra_binomial":{}}`), "", "fewer than 8 ranks per host"},
		"hierarchy first": {mpich42,
			bcast(`"comm_hierarchy=any":{"algorithm=MPIR_Bcast_intra_binomial":{}},"comm_hierarchy=node":{` +
				`"algorithm=MPIR_Bcast_intra_binomial":{}}`), atStart +
				"comm_hierarchy=any must be the last condition of its level", ""},
		"first in 4.0": {mpich40,
			bcast(`"comm_hierarchy=any":{"algorithm=MPIR_Bcast_intra_binomial":{}},"comm_hierarchy=node":{` +
				`"algorithm=MPIR_Bcast_intra_binomial":{}}`), "wrong: line 2: comm_hierarchy=node is never " +
				"reached: comm_hierarchy=any before it matches every call", ""},
		"one answer": {mpich40,
			bcast(`"is_multi_threaded=yes":{"algorithm=MPIR_Bcast_intra_binomial":{}}`),
			"wrong: line 2: is_multi_threaded=yes is the last condition of its level, so a call of bcast that " +
				"does not match it aborts the program", ""},
		"two answers": {mpich40,
			bcast(`"is_multi_threaded=yes":{"algorithm=MPIR_Bcast_intra_binomial":{}},` +
				`"is_multi_threaded=no":{"algorithm=MPIR_Bcast_intra_binomial":{}}`), "", "one thread"},
		"any is not asked": {mpich40,
			`{"collective=allgather":{"avg_msg_size=any":{"algorithm=MPIR_Allgather_intra_ring":{}}}}`, "",
			"MPIR_Allgather_intra_ring"},
		"gone in 4.1": {mpich42,
			`{"collective=barrier":{"algorithm=MPIR_Barrier_intra_dissemination":{}}}`,
			"this version does not have MPIR_Barrier_intra_dissemination, which is in 4.0 only", ""},
		"restriction": {mpich40,
			`{"collective=allgather":{"algorithm=MPIR_Allgather_intra_recursive_doubling":{}}}`,
			"MPIR_Allgather_intra_recursive_doubling has the restriction power-of-two, but no condition above " +
				"it ensures this",
			""},
		"restriction kept": {mpich40,
			`{"collective=allgather":{"comm_size=pow2":{` +
				`"algorithm=MPIR_Allgather_intra_recursive_doubling":{}},"comm_size=any":{` +
				`"algorithm=MPIR_Allgather_intra_ring":{}}}}`, "", "power-of-two numbers of ranks"},
		"no operation above": {mpich40, `{"comm_size=any":{"algorithm=MPIR_Allgather_intra_ring":{}}}`,
			"is not nested under a collective=", ""},
	} {
		t.Run(name, func(t *testing.T) {
			format := libraries.FormatOf([]byte(c.file))
			assert.Equal(t, rules.MPICH, format.Library)
			report := format.Lint([]byte(c.file), c.v)
			assert.Contains(t, report.Text(), c.finds)
			assert.Contains(t, report.Text(), c.does)
			if c.finds == "" {
				assert.Equal(t, 1, report.CountWrong(), report.Text())
			}
		})
	}
}

// A file for an upper level has compositions, and operations may be missing.
func TestMPICHCompositions(t *testing.T) {
	file := []byte(
		`{"collective=bcast":{"comm_type=intra":{"composition=MPIDI_Bcast_intra_composition_gamma":{}}}}`)
	report := libraries.FormatOf(file).Lint(file, mpich42)
	assert.Zero(t, report.CountWrong(), report.Text())
	assert.Contains(t, report.Text(), "bcast\n  otherwise  MPIDI_Bcast_intra_composition_gamma  (line 1)")
}
