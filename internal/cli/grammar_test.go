package cli

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
)

// grammar returns the commands and their flags.
func grammar(t *testing.T) *kong.Kong {
	parser, err :=
		kong.New(&commands{}, kong.Name("topocoll"), option.OperationMapper,
			kong.BindTo(io.Discard, (*io.Writer)(nil)), kong.Vars{"version": ""})
	require.NoError(t, err)
	return parser
}

// The help of a command ends with its examples.
func TestHelpEndsWithExamples(t *testing.T) {
	for _, node := range grammar(t).Model.Leaves(true) {
		want := ""
		for line := range strings.Lines(node.Detail) {
			if strings.HasPrefix(line, "  ") {
				want += strings.TrimSuffix(line, "\n") + "\n"
			}
		}
		code, stdout, _ := command(append(strings.Fields(node.FullPath())[1:], "--help")...)
		assert.Equal(t, exit.OK, code)
		if want != "" {
			assert.True(t, strings.HasSuffix(stdout, "\nExamples\n"+want), "%s:\n%s", node.FullPath(), stdout)
		}
	}
}

// Every command has three examples in its help. The test runs them. Examples that start ranks or need a
// network are only parsed.
func TestExamplesOfHelp(t *testing.T) {
	runs := []string{"list", "explain", "simulate", "plan", "plan check", "which", "lint", "completion",
		"pack"}
	t.Chdir(t.TempDir())
	for name, content := range map[string]string{"net.txt": "h0 s0 1gbit\nh1 s0 1gbit\n", "rules.conf": "0\n",
		"openmpi-rules.conf": "0\n", "han.conf": "0\n",
		"report/openmpi-rules.conf": "0\n"} {
		require.NoError(t, os.MkdirAll("report", 0o755))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o644))
	}
	for _, node := range grammar(t).Model.Leaves(true) {
		if node.Name == "status" {
			continue // it has no flags
		}
		examples := 0
		for line := range strings.Lines(node.Detail) {
			line, isExample := strings.CutPrefix(line, "  ")
			if !isExample {
				continue
			}
			examples++
			_, line, found := strings.Cut(line, "topocoll ")
			if !found {
				continue // an example without topocoll, such as make book
			}
			line, _, _ = strings.Cut(line, " > ")
			line, _, _ = strings.Cut(strings.TrimRight(strings.TrimSpace(line), ")"), " | ")
			line, _, _ = strings.Cut(line, ";")
			args := strings.Fields(strings.ReplaceAll(line, "'", ""))
			parser := grammar(t)
			ctx, err := kong.Trace(parser, joinNames(parser, args))
			require.NoError(t, err)
			assert.NoError(t, ctx.Error, line)
			if slices.Contains(runs, ctx.Selected().Name) &&
				!slices.Contains(args, "report/openmpi-rules.conf") && !slices.Contains(args, "--measured") {
				code, stdout, stderr := command(args...)
				assert.Equal(t, exit.OK, code, "topocoll %s: %s", line, stderr)
				if slices.Contains(args, "--json") && args[0] == "plan" {
					require.NoError(t, os.WriteFile("plan.json", []byte(stdout), 0o644))
				}
			}
		}
		assert.GreaterOrEqual(t, examples, 3, node.FullPath())
	}
}

// The help of a flag has one sentence of at most 15 words, and possibly its default.
func TestHelpIsShort(t *testing.T) {
	for _, node := range grammar(t).Model.Leaves(true) {
		for _, flag := range node.Flags {
			sentence, _, _ := strings.Cut(flag.Help, " (default")
			assert.LessOrEqual(t, len(strings.Fields(sentence)), 15, "%s --%s: %s", node.FullPath(),
				flag.Name, flag.Help)
			assert.NotContains(t, strings.TrimSuffix(sentence, "."), ". ", "%s --%s", node.FullPath(),
				flag.Name)
		}
	}
}

// Flags and arguments accept the names of operations in the catalog, in MPI and in the textbook.
func TestNamesOfOperations(t *testing.T) {
	want := shown(t, "list --op reducescatter,bcast")
	for _, args := range []string{"list reducescatter bcast", "list MPI_Reduce_scatter_block,MPI_Bcast",
		"list --op=mpi_bcast --op=Reduce_scatter", "list bcast --op reducescatter"} {
		assert.Equal(t, want, shown(t, args), args)
	}
	assert.Equal(t, shown(t, "which allreduce -n 4"), shown(t, "which MPI_Allreduce -n 4"))
	for name, op := range map[string]string{"one-to-all broadcast": "bcast", "All-to-One Reduction": "reduce",
		"all to all broadcast": "allgather", "all_to_all_reduction": "reducescatter",
		"all-reduce": "allreduce", "prefix sums": "scan", "Prefix-Sum": "scan", "Scatter": "scatter",
		"one-to-all personalized": "scatter", "concatenation": "gather",
		"all-to-all personalized": "alltoall", "all-to-all personalised communication": "alltoall",
		"all-to-one": "reduce", "alltoall": "alltoall", "MPI_Alltoall": "alltoall",
		"total exchange": "alltoall", "circular shift": "shift", "MPI_Sendrecv": "shift"} {
		want := shown(t, "list "+op)
		assert.Equal(t, want, shown(t, "list "+name), "%s without quotes", name)
		for _, args := range [][]string{{"list", name}, {"list", "--op", name}} {
			_, stdout, _ := command(args...)
			assert.Equal(t, want, stdout, "%q", args)
		}
	}
	assert.Equal(t, want, shown(t, "list all-to-all reduction one-to-all broadcast"))
	assert.Equal(t, shown(t, "list reduce,scatter"), shown(t, "list reduce scatter"))
	_, stdout, _ := command("list", "--op", "one-to-all broadcast,all-to-all reduction")
	assert.Equal(t, want, stdout)
	refusesWith(t, exit.BadInput, "prefix sum is an operation; use one of its algorithms: ring/scan",
		"explain", "prefix sum")
	// short names are rejected if they are in names of several operations
	const alltoall = `"all-to-all" is part of the names of 3 operations; use one of: allgather (all-to-all ` +
		`broadcast), reducescatter (all-to-all reduction), alltoall (all-to-all personalised communication)`
	refuses(t, "simulate", map[string]string{"--op all-to-all": alltoall, "all-to-all": alltoall})
	refuses(t, "list", map[string]string{
		"all to all": `"all to all" is part of the names of 3 operations`,
		"broadcast":  "use one of: bcast (one-to-all broadcast), allgather (all-to-all broadcast)",
		"one-to-all": "bcast (one-to-all broadcast), scatter (one-to-all personalised communication)",
		"reduction":  "use one of: reduce (all-to-one reduction), reducescatter (all-to-all reduction)",
	})
	refuses(t, "list", map[string]string{
		"ring": `no operation "ring"; for the algorithms of this topology, use --algo ring`})
	refuses(t, "list", map[string]string{"MPI_Frob": `no operation "MPI_Frob"; use one of`,
		"all-to-all-brodcast": `no operation "all-to-all-brodcast"; use one of: allgather, `})
}
