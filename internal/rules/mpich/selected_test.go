//go:build cgo

package mpich_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/job/launcher"
	"topocoll/internal/proctest"
	"topocoll/internal/rules/mpich"
	"topocoll/internal/rules/rulestest"
	"topocoll/mpi"
)

// offered lists the algorithms that a file may name for an out-of-place call with a sum. The suffix power
// marks an algorithm for powers of two only.
var offered = map[string]string{
	"bcast":     "binomial scatter_ring_allgather scatter_recursive_doubling_allgather/power",
	"allgather": "brucks ring recursive_doubling/power",
	"allreduce": "recursive_doubling reduce_scatter_allgather", "reduce": "binomial reduce_scatter_gather",
	"alltoall":             "brucks pairwise scattered",
	"reduce_scatter_block": "pairwise recursive_doubling recursive_halving noncommutative/power",
}

// With random selections based on the built-in one, every call sends the same messages as a call that is
// forced to use the algorithm that the reader predicts.
func TestSystemLibrarySelectsAsRead(t *testing.T) {
	mpirun, err := launcher.MPICH.Mpirun()
	own := mpich.BuiltIn()
	if mpi.BuiltFor() != mpi.MPICH || err != nil || own == nil {
		t.Skip("needs MPICH and its mpirun")
	}
	dir := t.TempDir()
	shim := filepath.Join(dir, "sends.so")
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-o", shim, "testdata/sends.c",
		"-ldl").CombinedOutput(); err != nil {
		t.Skipf("needs a C compiler: %s", out)
	}
	const seed = 30
	for i := range rulestest.Trials(2) {
		t.Run(fmt.Sprintf("seed %d.%d", seed, i), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, i))
			ranks := 3 + random.IntN(2)
			file := randomSelection(t, random, own, ranks)
			name, log := filepath.Join(dir, fmt.Sprint("file", i)), filepath.Join(dir, fmt.Sprint("log", i))
			require.NoError(t, os.WriteFile(name, file, 0o644))
			var words []string
			for _, op := range []catalog.Collective{catalog.Bcast, catalog.Allgather, catalog.Allreduce,
				catalog.Reduce, catalog.Alltoall, catalog.ReduceScatter} {
				for range 2 {
					words = append(words, fmt.Sprint(op, " ", 8+random.IntN(200)))
				}
			}
			command := proctest.Command(t, mpirun, "-n", strconv.Itoa(ranks), os.Args[0])
			command.Env = append(command.Environ(), calls+"="+strings.Join(words, " "), sends+"="+log,
				"LD_PRELOAD="+shim,
				"MPIR_CVAR_POLLS_BEFORE_YIELD=1", "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE="+name)
			out, err := command.CombinedOutput()
			require.NoError(t, err, "%s\n%s", out, file)
			tree, err := mpich.ReadSelection(file)
			require.NoError(t, err)
			sent := patterns(t, log, ranks)
			alone := 0
			for _, word := range words {
				op, m, _ := strings.Cut(word, " ")
				bytes, _ := strconv.ParseInt(m, 10, 64)
				name := mpichName(catalog.Collective(op))
				c := mpich.Call{Op: name, Ranks: ranks, Hosts: 1, OneHost: true,
					Hierarchy: mpich.HierarchyOnOneHost(name), Average: bytes,
					Total: bytes * int64(ranks), Count: bytes}
				full, _, _ := strings.Cut(tree.Choose(c), " ")
				_, want, _ := strings.Cut(full, "_intra_")
				assert.Equal(t, sent[word+" "+want], sent[word+" "], "%s: want %s\n%s", word, want, file)
				same := 0
				for other, pattern := range sent {
					if strings.HasPrefix(other, word+" ") && pattern == sent[word+" "] {
						same++
					}
				}
				if same == 2 { // the call itself and a call with a forced algorithm
					alone++
				}
			}
			t.Logf("%d calls on %d ranks, of which %d can be told from those with every other algorithm",
				len(words), ranks, alone)
			assert.NotZero(t, alone)
		})
	}
}

// patterns returns the messages of all ranks in each call.
func patterns(t *testing.T, log string, ranks int) map[string]string {
	sent := map[string]string{}
	for rank := range ranks {
		text, err := os.ReadFile(fmt.Sprintf("%s.%d", log, rank))
		require.NoError(t, err)
		of := ""
		for line := range strings.Lines(string(text)) {
			switch name, call := strings.CutPrefix(line, "= "); {
			case call:
				of = strings.TrimSuffix(name, "\n")
				sent[of] += fmt.Sprintf("rank %d\n", rank)
			case line == "=\n":
				of = ""
			case of != "":
				sent[of] += line
			}
		}
	}
	return sent
}

// randomSelection changes the built-in selection for a few operations.
func randomSelection(t *testing.T, r *rand.Rand, own []byte, ranks int) []byte {
	var all map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(own, &all))
	// sorted, because the order of a map is not reproducible
	for _, op := range slices.Sorted(maps.Keys(offered)) {
		var usable []string
		for _, name := range strings.Fields(offered[op]) {
			plain, power := strings.CutSuffix(name, "/power")
			if !power || ranks&(ranks-1) == 0 {
				usable = append(usable, plain)
			}
		}
		all["collective="+op] = json.RawMessage(fmt.Sprintf(`{"comm_type=intra":%s,"comm_type=inter":%s}`,
			randomTree(r, op, usable, 0), randomTree(r, op, usable, 3)))
	}
	text, err := json.MarshalIndent(all, "", " ")
	require.NoError(t, err)
	return text
}

// randomTree returns an object with an algorithm or with questions. The last question matches every call.
func randomTree(r *rand.Rand, op string, names []string, depth int) string {
	if depth > 2 || r.IntN(5) == 0 {
		return fmt.Sprintf(`{"algorithm=MPIR_%s_intra_%s":{}}`, strings.ToUpper(op[:1])+op[1:],
			names[r.IntN(len(names))])
	}
	asks := []string{"comm_size", "comm_size", "total_msg_size", "comm_hierarchy"}
	if op != "allgather" && op != "reduce_scatter_block" {
		asks = append(asks, "avg_msg_size", "avg_msg_size")
	}
	if op != "alltoall" {
		asks = append(asks, "count")
	}
	ask := asks[r.IntN(len(asks))]
	var b bytes.Buffer
	b.WriteString("{")
	for range 1 + r.IntN(3) {
		key := fmt.Sprintf("%s<=%d", ask, r.IntN(220))
		switch {
		case ask == "comm_size" && r.IntN(4) == 0:
			key = "comm_size=pow2"
		case ask == "comm_size":
			key = fmt.Sprintf("comm_size%s%d", []string{"<", "<="}[r.IntN(2)], 2+r.IntN(4))
		case ask == "comm_hierarchy":
			key = "comm_hierarchy=" + []string{"parent", "node", "node_roots", "flat"}[r.IntN(4)]
		case ask == "total_msg_size":
			key = fmt.Sprintf("total_msg_size%s%d", []string{"<", "<=", " <= "}[r.IntN(3)], r.IntN(900))
		case ask == "count" && r.IntN(4) == 0:
			key = "count<pow2"
		case r.IntN(8) == 0:
			key += "K"
		}
		fmt.Fprintf(&b, "%q:%s,", key, randomTree(r, op, names, depth+1))
	}
	fmt.Fprintf(&b, "%q:%s}", ask+"=any", randomTree(r, op, names, depth+1))
	return b.String()
}
