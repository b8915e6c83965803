//go:build cgo

package openmpi_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/job/launcher"
	"topocoll/internal/launch"
	"topocoll/internal/native"
	"topocoll/internal/proctest"
	"topocoll/internal/rules"
	"topocoll/internal/rules/openmpi"
	"topocoll/internal/rules/rulestest"
	"topocoll/mpi"
)

// calls is an environment variable that lists MPI calls. If it is set, this test binary makes these calls and
// prints how each ended.
const calls = "RULES_TEST_CALLS"

// speaks is an environment variable with a setting NAME=value. The setting makes the library print its
// lookups on rank 0.
const speaks = "RULES_TEST_SPEAKS"

func TestMain(m *testing.M) {
	if text := os.Getenv(calls); text != "" {
		mpi.Exit(call(strings.Fields(text)))
	}
	os.Exit(m.Run())
}

// A probe is a call with the given block size.
type probe struct {
	op    catalog.Collective
	bytes int
}

// probed lists the operations for which Open MPI can have rules.
var probed = []catalog.Collective{catalog.Allgather, catalog.Allreduce, catalog.Alltoall, catalog.Barrier,
	catalog.Bcast, catalog.Exscan,
	catalog.Gather, catalog.Reduce, catalog.ReduceScatter, catalog.Scan, catalog.Scatter}

// call makes the calls "bcast 64 ..." and prints after each how it ended. If the library does not have the
// algorithm of a call, the call ends with MPI_ERR_ARG on every rank before it sends a message.
func call(words []string) int {
	rank, _ := launch.Rank()
	if name, value, loud := strings.Cut(os.Getenv(speaks), "="); loud && rank == 0 {
		os.Setenv(name, value)
	}
	w, err := mpi.Init()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	port := mpi.NewPort[uint8](w)
	for ; len(words) > 1; words = words[2:] {
		op := catalog.Collective(words[0])
		m, _ := strconv.Atoi(words[1])
		if rank == 0 {
			fmt.Fprintf(os.Stderr, "== %s %d\n", op, m)
		}
		in, out := op.In(w.Size, m, w.Rank, 0), op.Out(w.Size, m, w.Rank, 0)
		err := native.Run(op, port, catalog.Args[uint8]{Op: mpi.Sum[uint8](), In: make([]uint8, in),
			Out: make([]uint8, out)})
		ended := "done"
		if err != nil {
			ended = "failed"
			for _, name := range []string{"MPI_ERR_ARG", "MPI_ERR_UNSUPPORTED_OPERATION"} {
				if strings.Contains(err.Error(), name) {
					ended = name
				}
			}
		}
		if w.Rank == 0 {
			fmt.Println(op, m, ended)
		}
	}
	if err := w.Finalize(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// The reader predicts the result of every call for random rule files. The files contain text that the library
// skips, misreads and ignores. Half of the rules name an algorithm that does not exist, so calls to which
// they apply fail.
func TestLibrarySelectsAsRead(t *testing.T) { testLibrarySelectsAsRead(t, 0, rulestest.Trials(8)) }

// TestSystemLibrarySelectsAsRead is TestLibrarySelectsAsRead with other random files.
func TestSystemLibrarySelectsAsRead(t *testing.T) { testLibrarySelectsAsRead(t, 8, 30) }

func testLibrarySelectsAsRead(t *testing.T, first, end uint64) {
	mpirun, err := launcher.OpenMPI.Mpirun()
	v, unknown := rules.ParseVersion(launcher.OpenMPI.Version())
	if mpi.BuiltFor() != mpi.OpenMPI || err != nil || unknown != nil {
		t.Skip("needs Open MPI and its mpirun")
	}
	const seed = 28
	for i := first; i < end; i++ {
		t.Run(fmt.Sprintf("seed %d.%d", seed, i), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, i))
			file, ranks := randomRules(random), 2+random.IntN(3)
			dir := t.TempDir()
			name := filepath.Join(dir, "rules.conf")
			require.NoError(t, os.WriteFile(name, file, 0o644))
			read := openmpi.ReadClassic(file, v)
			var words, want []string
			for _, op := range probed {
				for range 3 {
					p := probe{op, 1 + random.IntN(200)}
					if op == catalog.Barrier {
						p.bytes = 0
					}
					words = append(words, fmt.Sprint(p.op, " ", p.bytes))
					want = append(want, fmt.Sprint(p.op, " ", p.bytes, " ", expected(read, v, p, ranks)))
				}
			}
			command := ranksCommand(t, mpirun, dir, ranks, os.Args[0])
			command.Env = append(command.Env, calls+"="+strings.Join(words, " "),
				"OMPI_MCA_coll_tuned_use_dynamic_rules=1",
				"OMPI_MCA_coll_tuned_dynamic_rules_filename="+name)
			var errs bytes.Buffer
			command.Stderr = &errs
			out, err := command.Output()
			require.NoError(t, err, "%s", errs.String())
			assert.Equal(t, want, strings.Split(strings.TrimSpace(string(out)), "\n"), "%d ranks\n%s", ranks,
				file)
		})
	}
}

// ranksCommand returns a command that runs a program on a number of ranks. The session folder of mpirun is
// `dir`, because an mpirun that ends may remove a shared one.
func ranksCommand(t *testing.T, mpirun, dir string, ranks int, program ...string) *exec.Cmd {
	command := proctest.Command(t, mpirun, append([]string{"--oversubscribe", "-n", strconv.Itoa(ranks)},
		program...)...)
	command.Env = append(append(command.Environ(), launcher.AsRoot...), "OMPI_MCA_mpi_yield_when_idle=1",
		"OMPI_MCA_orte_tmpdir_base="+dir, "PRTE_MCA_prte_tmpdir_base="+dir)
	return command
}

// composed lists the algorithms that call other operations, with one block or with all blocks. The rules of
// the other operations apply to these calls.
var composed = map[string][]struct {
	op  catalog.Collective
	all bool
}{
	"allgather linear":                  {{catalog.Gather, false}, {catalog.Bcast, true}},
	"allreduce nonoverlapping":          {{catalog.Reduce, false}, {catalog.Bcast, false}},
	"reduce_scatter_block basic_linear": {{catalog.Reduce, true}, {catalog.Scatter, false}},
}

// expected returns the expected result of a call.
func expected(read *openmpi.ClassicRules, v rules.Version, p probe, ranks int) string {
	op := string(p.op)
	if p.op == catalog.ReduceScatter {
		op = "reduce_scatter_block"
	}
	rule, _ := read.Choose(op, ranks, openmpi.LookupSize(p.op, ranks, p.bytes, 1))
	name := openmpi.AlgorithmName(op, rule.Algorithm, v)
	switch {
	case name == "":
		return "MPI_ERR_ARG"
	case name == "two_proc" && ranks != 2:
		return "MPI_ERR_UNSUPPORTED_OPERATION"
	}
	for _, part := range composed[op+" "+name] {
		bytes := p.bytes
		if part.all {
			bytes *= ranks
		}
		if ended := expected(read, v, probe{part.op, bytes}, ranks); ended != "done" {
			return ended
		}
	}
	return "done"
}
