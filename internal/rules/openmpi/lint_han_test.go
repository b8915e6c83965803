package openmpi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
)

// Lint finds the mistakes in HAN files.
func TestHANTraps(t *testing.T) {
	const gone = "HAN ignores the whole file and uses its variables: "
	for name, c := range map[string]struct {
		v     rules.Version
		file  string
		finds string // "": no finding
		does  string
	}{
		"nothing is wrong": {open5, "1\nallreduce 1\ninter_node 2\n1 1\n0 basic\n8 2\n0 tuned\n65536 basic\n",
			"",
			"allreduce, inter_node, 8 ranks and more: bytes of the message, or of one rank's block\n  0 " +
				"to 65535 bytes      tuned  (line 7)\n  65536 bytes and more  basic  (line 8)\n"},
		"numbers": {open4, "1 # operations\n2 1\n2 1\n1 1\n0 han\n", "",
			"allreduce, global_communicator, any number of ranks"},
		"names in 4.1": {open4, "1\nallreduce 1\ninter_node 1\n1 1\n0 tuned\n",
			"wrong: line 3: levels have names from 5.0 on", ""},
		"an algorithm": {open5, "1 allreduce 1\n2 1 1 1\n0 han @simple\n", "", "han @simple"},
		"glued": {open5, "1 allreduce 1\n2 1 1 1\n0 han@simple\n", gone +
			`there is no component "han@simple"; use one of self, basic, libnbc, tuned, sm, adapt, han; ` +
			`put a blank before @`, "No rule in this file applies"},
		"algorithm in 4.1": {open4, "1 allreduce 2\n2 1 1 2\n0 han @simple\n8 tuned", "wrong: line", ""},
		"no algorithm": {open5, "1 bcast 1\n2 1 1 1\n0 han @reproducible\n", gone +
			`HAN has no algorithm "reproducible" for bcast`, ""},
		"component 3": {open5, "1 bcast 1\n1 1 1 2\n0 3\n8 tuned\n", gone +
			`there is no component "3"; use one of self, basic, libnbc, tuned, sm, adapt, han (the example`,
			""},
		"xhc":        {open5, "1 bcast 1\n0 1 1 1\n0 xhc\n", gone + `there is no component "xhc"`, ""},
		"xhc in 6.0": {open6, "1 bcast 1\n0 1 1 1\n0 xhc\n", "", "any size  xhc"},
		"first ranks": {open5, "1 bcast 1\n0 1 2 1\n0 tuned\n", "wrong: line 2: " + gone +
			"the first communicator size is 2, but must be 1", ""},
		"first size": {open5, "1 bcast 1\n0 1 1 1\n8 tuned\n", "wrong: line 3: " + gone +
			"the first message size is 8, but must be 0", ""},
		"no operation": {open5, "1 broadcast 1\n0 1 1 1\n0 tuned\n", gone +
			`there is no operation "broadcast"`, ""},
		"not HAN's": {open5, "1 scan 1\n0 1 1 1\n0 tuned\n",
			"the rules for scan have no effect: HAN does not have this operation", ""},
		"no level": {open5, "1 bcast 1\n3 1 1 1\n0 tuned\n", gone + "there is no such level", ""},
		"too short": {open5, "1 bcast 1\n0 1 1 2\n0 tuned\n", gone +
			"the file ends before a message size", ""},
		"too long": {open5, "1 bcast 1\n0 1 1 1\n0 tuned\n7",
			"wrong: line 4: the library does not read the rest of the file", ""},
		"han below": {open5, "1 bcast 1\n0 1 1 1\n0 han\n",
			"wrong: line 3: han works only at the level global_communicator", ""},
		"sizes fall": {open5, "1 bcast 1\n0 1 1 3\n0 tuned\n64 sm\n32 basic\n",
			"wrong: line 4: the rule for bcast at 64 bytes and above is never used", "32 bytes and more  basic"},
		"ranks fall": {open5, "1 bcast 1\n0 3 1 1\n0 tuned\n8 1\n0 sm\n4 1\n0 basic\n",
			"wrong: line 4: the bcast entry for 8 ranks is never used", ""},
		"octal": {open5, "1 bcast 1\n0 2 1 1\n0 tuned\n010 1\n0 sm\n",
			"wrong: line 4: 010 begins with 0, so it is read as octal: 8", "8 ranks and more"},
		"no octal sizes": {open5, "1 bcast 1\n0 1 1 2\n0 tuned\n0100 sm\n", "", "100 bytes and more  sm"},
		"its priority": {open4, "1 bcast 1\n2 1 1 1\n0 tuned\n", "",
			"note: HAN is not in use by default in 4.1, because its priority is 0"},
		"levels in 4.1": {open4, "1 bcast 1\n1 1 1 1\n0 tuned\n",
			"wrong: line 2: the rules for bcast at the level inter_node have no effect: in 4.1, HAN is " +
				"not in use",
			""},
		"levels in 5.0": {open5, "1 bcast 1\n1 1 1 1\n0 tuned\n", "",
			"note: line 2: HAN's default algorithm for bcast ignores rules for the level inter_node"},
		"not on all ranks": {open5, "1 allgatherv 1\n2 1 1 1\n0 tuned\n",
			"wrong: line 2: the rules for allgatherv at the level global_communicator have no effect: " +
				"HAN implements this operation only on the communicators that it creates", ""},
		"twice": {open5, "2 bcast 1\n2 1 1 1\n0 tuned\nbcast 1\n2 1 1 1\n0 basic\n",
			"wrong: line 4: the rules for bcast before this line have no effect: the rules that begin " +
				"here replace them",
			"any size  basic"},
		"a level twice": {open5, "1 bcast 2\n2 1 1 1\n0 tuned\n2 1 1 1\n0 basic\n",
			"wrong: line 4: the rules for bcast at the level global_communicator before this line have " +
				"no effect",
			"any size  basic"},
		"no operations": {open5, "1 bcast 1\n2 1 1 1\n0 libnbc\n",
			"wrong: line 3: libnbc has no blocking operations: Open MPI prints a warning and uses the " +
				"next component after HAN", ""},
		"one rank": {open4, "1 bcast 1\n2 1 1 1\n0 self\n",
			"wrong: line 3: self is for communicators of one rank", ""},
		"not in use": {open5, "1 bcast 1\n2 1 1 1\n0 adapt\n", "",
			"note: line 3: adapt is not in use by default: unless coll_adapt_priority is raised"},
		"crashes": {open4, "1 allreduce 1\n2 1 1 2\n0 tuned\n64 han\n",
			"wrong: line 3: the program crashes in MPI_Allreduce: Open MPI 4.1 does not call component tuned", ""},
		"not in 5.0": {open5, "1 allreduce 1\n2 1 1 2\n0 tuned\n64 han\n", "", "0 to 63 bytes      tuned"},
		"segments": {open5, "1 bcast 1\n1 1 1 1\n0 tuned [ 1024 2048 ]\n", "",
			"note: line 3: segments in brackets are ignored at the level inter_node"},
	} {
		t.Run(name, func(t *testing.T) {
			format := libraries.FormatOf([]byte(c.file))
			assert.Contains(t, format.Name, "HAN")
			report := format.Lint([]byte(c.file), c.v)
			assert.Contains(t, report.Text(), c.finds)
			assert.Contains(t, report.Text(), c.does)
			assert.Equal(t, c.finds == "", report.CountWrong() == 0, report.Text())
		})
	}
}
