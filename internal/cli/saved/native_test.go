package saved

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

// The algorithms are those of Open MPI's source file coll_tuned_decision_fixed.c, or of a rules file that
// environment variables or openmpi-mca-params.conf selected.
func TestNativeAlgorithmsOfARun(t *testing.T) {
	rules := filepath.Join(t.TempDir(), "true.conf")
	require.NoError(t, os.WriteFile(rules, []byte("1\n7 1\n0 1\n0 6 0 0\n"), 0o644))
	const tuned = "OMPI_MCA_coll_tuned_"
	for name, c := range map[string]struct {
		change func(r *results.Result)
		want   string
	}{
		"built in": {func(*results.Result) {}, "# algorithms of the native calls, selected by Open MPI 4.1.4:\n" +
			"#   bcast on 4 ranks: binary_tree from 8; binomial from 4K; chain from 1M\n" +
			"#   barrier on 2 ranks: recursive_doubling\n"},
		"rules from variables": {func(r *results.Result) {
			r.Env.Variables = map[string]string{tuned + "use_dynamic_rules": "1",
				tuned + "dynamic_rules_filename": rules}
		}, "#   bcast on 4 ranks: binomial from 8\n"},
		"rules from a file of parameters": {func(r *results.Result) {
			r.Env.Library = map[string]string{"coll_tuned_use_dynamic_rules": "true", "coll": "",
				"coll_tuned_dynamic_rules_filename": rules, "coll_han_use_dynamic_file_rules": "false"}
		}, "#   bcast on 4 ranks: binomial from 8\n"},
		"unknown setting": {func(r *results.Result) {
			r.Env.Variables = map[string]string{tuned + "bcast_algorithm": "1"}
		}, ""},
		"algorithm forced in a file of parameters": {func(r *results.Result) {
			r.Env.Library = map[string]string{"coll_tuned_bcast_algorithm": "chain", "coll_tuned_priority": "30"}
		}, ""},
		"another component": {func(r *results.Result) {
			r.Env.Library = map[string]string{"coll_tuned_priority": "0"}
		}, ""},
		"unknown library": {func(r *results.Result) { r.Env.MPI = "Intel(R) MPI Library 2021.9" }, ""},
		"non-blocking":    {func(r *results.Result) { r.Env.RequestKind = "nonblocking" }, ""},
	} {
		r := &results.Result{}
		r.Env.MPI = "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4"
		r.Env.Ranks = []results.Rank{{Host: "a"}, {Host: "a"}, {Host: "a"}, {Host: "a"}}
		for _, call := range []results.Subject{{Op: "bcast", P: 4, Bytes: 8}, {Op: "bcast", P: 4, Bytes: 4096},
			{Op: "bcast", P: 4, Bytes: 1 << 20}, {Op: "shift", P: 4, Bytes: 8}, {Op: "barrier", P: 2}} {
			call.Algo = results.Native
			r.Cells = append(r.Cells, results.Cell{Subject: call})
		}
		c.change(r)
		var out strings.Builder
		writeNativeAlgorithms(&out, r)
		if c.want == "" {
			assert.Empty(t, out.String(), name)
		}
		assert.Contains(t, out.String(), c.want, name)
	}
}
