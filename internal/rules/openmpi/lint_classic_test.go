package openmpi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
)

var (
	open48 = rules.Version{Library: rules.OpenMPI, Major: 4, Minor: 1, Patch: 8}
	open50 = rules.Version{Library: rules.OpenMPI, Major: 5}
)

const drops = "the library silently ignores the whole file: "

// Lint finds the mistakes in classic files. Findings that begin with "wrong" lead to exit code 4.
func TestClassicTraps(t *testing.T) {
	const one = "1\n7 1\n0 1\n0 6 0 0\n" // bcast, any ranks, any size: binomial
	for name, c := range map[string]struct {
		v        rules.Version
		file     string
		findings []string
		does     string // text in the report
	}{
		"nothing is wrong": {open4, one, nil,
			"bcast, any number of ranks: bytes of the message\n  any size  binomial  (line 4)\n"},
		"a comment at the end": {open4, "# it\n1 7 # bcast\n1 0 1 0 6 0 0#", nil,
			"any size  binomial  (line 3)"},
		"empty": {open4, "# nothing\n", []string{"wrong: line 2: " + drops +
			"the file ends before the number of operations (NCOL)"},
			"No rule in this file applies to any call"},
		"too short": {open4, "1\n7 2\n0 1\n0 6 0 0\n", []string{"wrong: line 5: " + drops +
			"the file ends before a communicator size (COMSIZE)"}, ""},
		"too long": {open4, one + "8 1\n",
			[]string{"wrong: line 5: the library does not read the rest of the file (2 numbers): the " +
				"counts before it are too small"},
			"binomial"},
		"too many operations": {open4, "23 7", []string{"wrong: line 1: " + drops +
			"23 operations (NCOL), want at most 22"}, ""},
		"no such operation": {open4, "1\n22 1 0 0", []string{"wrong: line 2: " + drops +
			"operation 22 (COLID), want at most 21"}, ""},
		"negative": {open4, "1\n7 1\n0 1\n0 -6 0 0\n", []string{"wrong: line 4: " + drops +
			"got -6, want an algorithm (ALG)"}, ""},
		"negative operation": {open4, "1\n-7 1\n0 1\n0 6 0 0\n", []string{"wrong: line 2: " + drops +
			"got -7, want the number of an operation (COLID)"}, ""},
		"first size": {open4, "1\n7 1\n0 1\n8 6 0 0\n", []string{"wrong: line 4: " + drops +
			"the first message size is 8, but must be 0"}, ""},
		"octal": {open4, "1\n7 1\n010 1\n0 6 0 0\n",
			[]string{"wrong: line 3: 010 begins with 0, so it is read as octal: 8", "applies from 2 ranks on"},
			""},
		"octal and not": {open4, "1\n7 1\n0 2\n0 6 0 0\n08 0 0 0\n",
			[]string{"wrong: line 5: 08 begins with 0, so it is read as octal: 0 and 8",
				"line 5: the library does not read the rest of the file"}, ""},
		"00 is 0": {open4, "1\n7 1\n00 1\n0 6 0 0\n", nil, "binomial"},
		"hexadecimal": {open4, "1\n7 1\n0 2\n0 6 0 0\n0x100 1 0 0\n",
			[]string{"note: line 5: 0x100 is read as hexadecimal: 256"}, "256 bytes and more  basic_linear"},
		"kibibytes": {open4, "1\n7 1\n0 2\n0 6 0 0\n64K 1 0 0\n",
			[]string{"wrong: line 5: 64K is read as 64: the library reads only whole numbers"},
			"64 bytes and more  basic_linear"},
		"a power": {open4, "1\n7 1\n0 1\n0 6 0 0\n1e6\n",
			[]string{"wrong: line 5: the library does not read the rest of the file (2 numbers)"}, ""},
		"commas": {open4, "1,\n7, 1,\n0, 1,\n0, 6, 0, 0\n", nil, "binomial"},
		"another comment": {open4, "1 // of 22\n7 1 0 1 0 6 0 0\n",
			[]string{"wrong: line 1: // does not begin a comment (use #)", "operation 22 (COLID)"}, ""},
		"too large for an int": {open4, "1\n7 1\n4294967296 1\n0 6 0 0\n",
			[]string{"wrong: line 3: 4294967296 does not fit in an int, and is read as 0"}, ""},
		"too large for a long": {open4, "1\n7 1\n0 2\n0 6 0 0\n99999999999999999999 1 0 0\n",
			[]string{"wrong: line 5: 99999999999999999999 is larger than the library can read"}, ""},
		"twice": {open4, "2\n7 1 0 1 0 6 0 0\n7 1 0 1 0 1 0 0\n",
			[]string{"wrong: line 3: the rules for bcast before this line have no effect"}, "basic_linear"},
		"second version": {open48, "rule-file-version-2\n1\n3 1 0 1\n0 4 0 0 8\n", nil,
			"linear_sync, at most 8 requests"},
		"second version in 4.1": {open4, "rule-file-version-2\n" + one, []string{"wrong: line 1: " + drops +
			"got -2, want the number of operations (NCOL); Open MPI recognises " +
			"rule-file-version-2 only since 4.1.8 and 5.0.7; earlier versions read the trailing \"-2\""}, ""},
		"second version in 5.0": {open50, "rule-file-version-2\n" + one, []string{"wrong: line 1: " + drops +
			"got -2"}, ""},
		"second version later": {open48, "\nrule-file-version-2\n" + one, []string{"wrong: line 2: " + drops +
			"got -2, want the number of operations (NCOL); the library recognises rule-file-version-2 only at " +
			"the very start"}, ""},
		"second version noted": {open48, "#rule-file-version-2\n" + one,
			[]string{"note: line 1: rule-file-version-2 is in a comment"}, "binomial"},
		"five numbers": {open48, "1\n3 1 0 2\n0 4 0 0 8\n9 1 0 0 8\n",
			[]string{"this rule has five numbers, but the library reads MAXREQ only after rule-file-version-2"},
			""},
		"sizes fall": {open4, "1\n7 1\n0 3\n0 6 0 0\n64 1 0 0\n32 2 0 0\n",
			[]string{"wrong: line 5: the rule for bcast at 64 bytes and above is never used: message " +
				"sizes must ascend"},
			"  0 to 63 bytes      binomial  (line 4)\n  64 bytes and more  chain  (line 6)"},
		"ranks fall": {open4, "1\n7 3\n0 1 0 6 0 0\n16 1 0 1 0 0\n8 1 0 2 0 0\n",
			[]string{"wrong: line 4: the bcast entry for 16 ranks is never used: communicator sizes " +
				"must ascend"}, "bcast, 2 to 15 ranks"},
		"first entry": {open4, "1\n7 1\n8 1\n0 6 0 0\n",
			[]string{"wrong: line 3: the bcast entry for 8 ranks applies from 2 ranks on, because it " +
				"is the first"}, "any number of ranks"},
		"no such algorithm": {open4, "1\n0 1\n0 1\n0 7 0 0\n",
			[]string{
				"wrong: line 4: algorithm 7 of allgather does not exist (the highest number is 6): the call " +
					"fails with MPI_ERR_ARG; from 5.0 on, this number means sparbit"}, ""},
		"an int that wraps": {open4, "1\n7 1\n0 1\n0 9223372036854775807 0 0\n",
			[]string{
				"algorithm -1 of bcast does not exist (the highest number is 9): the call fails with " +
					"MPI_ERR_ARG\n"},
			"algorithm -1, which does not exist"},
		"a long that wraps": {open5, "1\n7 1\n0 1\n0 99999999999999999999 0 0\n",
			[]string{"algorithm -1 of bcast does not exist"}, ""},
		"it is there in 5.0": {open50, "1\n0 1\n0 1\n0 7 0 0\n", []string{"HAN"}, "any size  sparbit"},
		"of 6.0 alone": {open50, "1\n2 1\n0 1\n0 7 0 0\n",
			[]string{"from 6.0 on, this number means allgather_reduce"}, ""},
		"never used": {open4, "1\n10 1\n0 1\n0 1 0 0\n",
			[]string{"wrong: line 3: the rules for gatherv have no effect: the component coll/tuned does " +
				"not implement this operation"},
			""},
		"can hang": {open4, "1\n15 1\n0 2\n0 2 0 0\n4096 1 0 0\n",
			[]string{"wrong: line 5: the program can hang: every rank in scatter looks up"}, ""},
		"gather can hang": {open5, "1\n9 1\n0 2\n0 2 0 0\n4096 3 0 0\n",
			[]string{"wrong: line 5: the program can hang: every rank in gather looks up"}, ""},
		"sizes of an exscan": {open4, "1\n8 1\n0 2\n0 1 0 0\n1024 2 0 0\n",
			[]string{"wrong: line 5: exscan looks up its rule by element size x ranks"}, ""},
		"unit of the sum": {open4, "1\n12 1\n0 2\n0 2 0 0\n4096 3 0 0\n", nil,
			"reduce_scatter, any number of ranks: bytes of the blocks of all ranks together (type x sum " +
				"of counts)"},
		"HAN has it not": {open5, "1\n1 1\n0 1\n0 2 0 0\n", nil, "allgatherv, any number of ranks"},
		"cannot hang": {open4, "1\n9 1\n0 1\n0 2 0 0\n", nil,
			"gather, any number of ranks: bytes of the blocks of all ranks together"},
		"sizes of a barrier": {open4, "1\n6 1\n0 2\n0 4 0 0\n64 6 0 0\n",
			[]string{"wrong: line 5: the rule for barrier at 64 bytes and above is never used: for " +
				"this operation the library always looks up size 0"},
			"any size  bruck"},
		"sizes of alltoallv": {open4, "1\n4 1\n0 2\n0 1 0 0\n64 2 0 0\n",
			[]string{"wrong: line 5: the rule for alltoallv at 64 bytes and above is never used"}, ""},
		"sizes of a scan": {open4, "1\n14 1\n0 2\n0 1 0 0\n1024 2 0 0\n",
			[]string{"wrong: line 5: scan looks up its rule by element size x ranks and ignores the " +
				"count: on 2 ranks, every call with doubles counts as 16 bytes"}, ""},
		"unit of allgather": {open4, "1\n0 2\n0 1 0 0 0 0\n4 2\n0 2 0 0\n4096 4 0 0\n",
			[]string{"note: line 6: sizes of allgather are totals over all ranks"}, "4 ranks and more"},
		"unit, on 4 ranks": {open4, "1\n0 3\n0 1 0 0 0 0\n4 2\n0 2 0 0\n4096 4 0 0\n5 1 0 0 0 0\n",
			[]string{"these two arguments in an in-place call, although MPI ignores them there"},
			"4096 bytes and more (blocks of 1024 bytes and more)  ring"},
		"unit of allgatherv": {open4, "1\n1 1\n0 2\n0 2 0 0\n4096 3 0 0\n",
			[]string{"note: line 5: sizes of allgatherv are means over the ranks"}, ""},
		"unit of block": {open4, "1\n13 1\n0 2\n0 2 0 0\n4096 4 0 0\n",
			[]string{"note: line 5: sizes of reduce_scatter_block are totals over all ranks"}, ""},
		"only for two": {open4, "1\n6 1\n0 1\n0 5 0 0\n",
			[]string{"wrong: line 4: barrier algorithm two_proc is only for 2 ranks; on any other number of " +
				"ranks, the call fails with MPI_ERR_UNSUPPORTED_OPERATION"}, ""},
		"two and two": {open4, "1\n6 2\n0 1\n0 5 0 0\n3 1 0 0 0 0\n", nil,
			"barrier, 2 ranks: all sizes (the library looks up size 0)\n  any size  two_proc"},
		"falls back": {open4, "1\n0 1\n0 1\n0 3 0 0\n",
			[]string{"note: line 4: allgather algorithm recursive_doubling: for numbers of ranks that are " +
				"not powers of two, the library uses bruck instead"}, ""},
		"falls back at odd": {open4, "1\n0 2\n0 1 0 0 0 0\n5 1\n0 5 0 0\n",
			[]string{"note: line 5: allgather algorithm neighbor: for odd numbers of ranks"}, ""},
		"falls back if short": {open4, "1\n2 1\n0 1\n0 6 0 0\n",
			[]string{"allreduce algorithm rabenseifner: with fewer elements than ranks (rounded down to a power " +
				"of two) or with a non-commutative operator, the library uses basic_linear instead"}, ""},
		"a fan-out for nothing": {open4, "1\n7 1\n0 1\n0 7 8 0\n",
			[]string{"note: line 4: bcast algorithm knomial does not use the fan-out 8; its radix comes from " +
				"the variable coll_tuned_bcast_algorithm_knomial_radix"}, ""},
		"no segments": {open4, "1\n7 1\n0 1\n0 3 0 0\n",
			[]string{"note: line 4: bcast algorithm pipeline with segments of 0 bytes sends whole messages"}, ""},
		"HAN in front": {open50, one,
			[]string{"note: on several hosts with several ranks on one of them, calls of bcast go to the HAN " +
				"component first (its priority is 35, and the priority of tuned is 30)"}, "binomial"},
		"HAN has not": {open50, "1\n14 1\n0 1\n0 2 0 0\n", nil, "recursive_doubling"},
		"other ranks in 6.0": {open6, "1\n14 3\n4 1\n0 1 0 0\n8 1\n0 2 0 0\n16 1\n0 0 0 0\n",
			[]string{"wrong: line 3: Open MPI 6.0 takes the communicator size in each entry of scan as " +
				"the start of the next entry's range: on 4 ranks it applies the entry for 8, while 5.0 applies the " +
				"entry for 4; use a JSON file instead"},
			"scan, 2 to 3 ranks: bytes of one element x ranks, for any count\n  any size  linear  " +
				"(line 4)\nscan, 4 to 7 ranks"},
		"a radix of 0": {open6, "1\n0 1\n0 1\n0 2 0 0\n",
			[]string{"wrong: line 4: allgather algorithm bruck-k-fanout with fan-out 0: the call never returns"},
			"bruck-k-fanout"},
		"a radix of 1": {open6, "1\n11 1\n0 1\n0 8 1 0\n",
			[]string{"wrong: line 4: reduce algorithm knomial with fan-out 1: the call never returns"}, "knomial"},
		"one entry in 6.0": {open6, "1\n14 1\n4 1\n0 2 0 0\n", nil, "scan, any number of ranks"},
	} {
		t.Run(name, func(t *testing.T) {
			report := libraries.FormatOf([]byte(c.file)).Lint([]byte(c.file), c.v)
			text := report.Text()
			for _, want := range c.findings {
				assert.Contains(t, text, want)
			}
			if c.findings == nil {
				assert.Empty(t, report.Findings)
			}
			assert.Contains(t, text, c.does)
		})
	}
}
