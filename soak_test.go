package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// soak runs scripts/soak with a shell script as the command. In the script, $runs is the name of a private
// file.
func soak(t *testing.T, script string, words ...string) (code int, out, kept string) {
	needs(t, "git", "setsid", "bash")
	if exec.Command("git", "rev-parse", "--verify", "HEAD").Run() != nil {
		t.Skip("scripts/soak clones the last commit, but this folder is not a git checkout with a commit")
	}
	cache := t.TempDir()
	command := proctest.Command(t, "scripts/soak", append(words, "--", "sh", "-c", script)...)
	command.Env = append(os.Environ(), "LC_ALL=C", "XDG_CACHE_HOME="+cache, "runs="+filepath.Join(cache,
		"runs"))
	text, _ := command.CombinedOutput()
	return command.ProcessState.ExitCode(), string(text), filepath.Join(cache, "topocoll", "soak")
}

const failures = `printf -- '--- FAIL: TestA (0.1s)\n    --- FAIL: TestA/b ` +
	`(0.1s)\nFAIL\nFAIL\ttopocoll/x\t0.1s\nok  \ttopocoll/y\t0.1s\n'
printf 'FAIL\ttopocoll/z [build failed]\n--- FAIL: TestM (0.1s)\nFAIL: ./mpi on 3 processes\nslurm-test: ` +
	`FAIL: no node\nWRONG ring/bcast  3 words\n'
`

// The table has a row for every failure, with the number of runs that had it. The logs of these runs are
// kept.
func TestSystemSoak(t *testing.T) {
	code, out, kept := soak(t,
		`[ -f main.go ] && echo x >>$runs; [ $(wc -l <$runs) != 2 ] || { `+failures+
			`exit 1; }; [ $(wc -l <$runs) -lt 4 ]`, "3", "--loaded", "1")
	assert.Equal(t, 1, code, out)
	out = regexp.MustCompile(`\d+ s\b`).ReplaceAllString(out, "N s")
	out = regexp.MustCompile(`seconds:[ \d]*`).ReplaceAllString(out, "seconds: N")
	_, out, _ = strings.Cut(out, "loaded\n")
	assert.Equal(t, `ok    run 1 (quiet): N s
FAIL  run 2 (quiet): N s, exit code 1: ./mpi TestM,mpi-tests ./mpi on 3 processes,slurm-test: no `+
		`node,verify ring/bcast,x TestA/b,z (build)
ok    run 3 (quiet): N s
FAIL  run 4 (loaded): N s, exit code 1: exit code 1: `+`

quiet  1 of 3 runs failed; seconds: N
loaded 1 of 1 runs failed; seconds: N

quiet loaded failure (number of runs)
    1      0 ./mpi TestM
    1      0 mpi-tests ./mpi on 3 processes
    1      0 slurm-test: no node
    1      0 verify ring/bcast
    1      0 x TestA/b
    1      0 z (build)
    0      1 exit code 1: `+`
the logs are in `+kept+"\n", out)
	for _, log := range []string{"2-quiet.log", "4-loaded.log"} {
		assert.FileExists(t, filepath.Join(kept, log))
	}
	assert.NoFileExists(t, filepath.Join(kept, "1-quiet.log"))
}

// A run that hangs is killed together with its processes, and its log lists them.
func TestSystemSoakEndsARunThatHangs(t *testing.T) {
	for limit := 4; ; limit *= 2 { // on a busy machine the processes need time to start
		t.Setenv("TOPOCOLL_SOAK_LIMIT", strconv.Itoa(limit))
		code, out, kept := soak(t, `setsid sleep 86398 & sleep 86398`, "1", "--loaded", "0")
		require.Equal(t, 1, code, out)
		assert.Contains(t, out, "    1      0 a run that hangs\n")
		log, err := os.ReadFile(filepath.Join(kept, "1-quiet.log"))
		require.NoError(t, err)
		if strings.Count(string(log), ": sleep 86398 ") == 2 {
			return
		}
		require.Less(t, limit, 100, "%s", log)
	}
}

func TestSystemSoakWithoutFailures(t *testing.T) {
	code, out, _ := soak(t, `[ "${GOFLAGS#*-count=1}" != "$GOFLAGS" ]`, "2", "--loaded", "0")
	assert.Zero(t, code, out)
	assert.Contains(t, out, "quiet  0 of 2 runs failed")
	for _, bad := range []string{"x", "-3", "10000000", "0 --loaded 0", "1 2", "--loaded"} {
		code, out, _ := soak(t, "true", strings.Fields(bad)...)
		assert.Equal(t, 2, code, bad)
		assert.Contains(t, out, "; usage: scripts/soak [N] [--loaded M] [-- COMMAND...]")
		assert.Equal(t, 1, strings.Count(out, "\n"), out)
	}
}
