package cli

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
)

func TestHelpAndVersionAnswerWithoutMPI(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {}, {"bench", "--help"}, {"--version"}} {
		code, stdout, stderr := command(args...)
		assert.Equal(t, exit.OK, code, "%q", args)
		assert.Contains(t, stdout, "topocoll")
		assert.Empty(t, stderr)
	}
}

// The help fits in 80 columns, including the examples, which the parser does not wrap.
func TestHelpFits(t *testing.T) {
	for _, words := range []string{"", "list", "verify", "bench", "compare", "join", "fit", "doctor",
		"report", "simulate", "explain", "plan", "pack", "lint", "probe",
		"cluster", "cluster up", "cluster down", "cluster status", "cluster run"} {
		_, stdout, _ := command(append(strings.Fields(words), "--help")...)
		for line := range strings.Lines(stdout) {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 81, "%s --help: %s", words, line)
		}
	}
}

// Bad input causes exit code 2, and one line that states the expected input.
func TestBadInput(t *testing.T) {
	refuses(t, "", map[string]string{
		"list --op bcats":                    `no operation "bcats"; use one of: bcast`,
		"list --algo hcube/bcats":            `no algorithm "hcube/bcats"; use one of: hcube/bcast`,
		"list --op bcast --algo ring/reduce": `no algorithm matches both --op bcast and --algo ring/reduce`,
		"report":                             `missing <results> ...; usage: topocoll report <results> ...`,
		"report a --links x.svg -o y.html":   "--links x.svg cannot be used with -o y.html",
		"list --frob":                        "unknown flag --frob",
		"simulat":                            `did you mean "simulate"?`,
	})
}

// Errors of the parser have the same form as all other messages. Flags of other programs, such as -np, get a
// hint.
func TestParserMessages(t *testing.T) {
	refuses(t, "", map[string]string{
		"bench -np 2":         "unknown flag -np; use -n P for the number of processes",
		"tune --np 2":         "unknown flag --np; use -n P for the number of processes",
		"simulate --np 2":     "unknown flag --np; use -n P for the number of processes",
		"bench -n x":          `-n "x", want a whole number`,
		"bench -n":            "-n needs a value; use -n P",
		"bench --np 1..4":     `--np "1..4", want a whole number`,
		"bench --limit 10":    `--limit "10", want a time with its unit, such as 90s, 10m or 1h30m`,
		"bench --preset slow": `--preset "slow", want quick or full`,
		"bench -n -1":         "-n needs a value, but -1 looks like a flag; use -n-1 if that is the value",
		"bench --seed -1": "--seed needs a value, but -1 looks like a flag; use --seed=-1 if that is " +
			"the value",
		"simulate ring/bcast --routing": "--routing needs a value; use --routing sf|ct",
		"simulate ring/bcast --ts x":    `--ts "x", want a number`,
		"simulate ring/bcast -m 1,000":  "did you mean 1000?",
		"list --op":                     "--op needs a value; use --op OP",
		"cluster up x":                  "missing <network>; usage: topocoll cluster up <name> <network>",
		"cluster":                       `missing command; use one of "up", "down", "status", "run"`,
		"completion tcsh":               `<shell> "tcsh", want bash, zsh or fish`,
	})
}

// Under a launcher, every rank finds the same error, but only rank 0 prints it.
func TestOneRankSpeaks(t *testing.T) {
	t.Setenv("OMPI_COMM_WORLD_RANK", "3")
	code, _, stderr := command("list", "--frob")
	assert.Equal(t, exit.BadInput, code)
	assert.Empty(t, stderr)

	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	_, _, stderr = command("list", "--frob")
	assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
}

// Without flags, list prints each family of algorithms in a shortened form, from which all ids follow.
func TestListIsFolded(t *testing.T) {
	_, folded, _ := command("list")
	var ids []string
	first := ""
	for _, name := range strings.Fields(folded) {
		switch {
		case strings.HasPrefix(name, "-"):
			ids = append(ids, first+name)
		case strings.Contains(name, "/"):
			ids = append(ids, name)
			topology, algo, _ := strings.Cut(name, "/")
			op, _, _ := strings.Cut(algo, "-")
			first = topology + "/" + op
		}
	}
	_, long, _ := command("list", "--long")
	for _, info := range option.AllAlgorithms() {
		assert.Contains(t, ids, info.ID)
		assert.Contains(t, long, info.ID)
	}
	assert.Less(t, strings.Count(folded, "\n"), 100)
	assert.Greater(t, strings.Count(long, "\n"), len(option.AllAlgorithms()))
}

func TestListJSON(t *testing.T) {
	var rows []map[string]any
	require.NoError(t, json.Unmarshal([]byte(shown(t, "list --json")), &rows))
	assert.Len(t, rows, len(catalog.Rows[int32]()))
	for _, row := range rows {
		assert.Len(t, row, 9)
		for _, key := range []string{"id", "operation", "topology", "source", "accepts", "mpi"} {
			assert.NotEmpty(t, row[key], "%s of %v", key, row)
		}
		assert.IsType(t, true, row["commutative"])
	}
}

func TestListNarrows(t *testing.T) {
	stdout := shown(t, "list --op bcast,barrier --algo hcube")
	assert.Contains(t, stdout, "hcube/bcast")
	assert.Contains(t, stdout, "hcube/barrier")
	assert.NotContains(t, stdout, "ring/")
	assert.NotContains(t, stdout, "hcube/reduce")
}
