package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
	"topocoll/internal/proctest"
)

// testDir is a folder of the tests' own, as long as they run.
var testDir string

// program builds the program once for all tests that run it, in a folder that TestMain takes away.
var program = sync.OnceValues(func() (string, error) {
	name := filepath.Join(testDir, "topocoll")
	out, err := exec.Command("go", "build", "-o", name, "topocoll").CombinedOutput()
	os.Stderr.Write(out)
	return name, err
})

// write writes a file into a folder of its own, and returns its path.
func write(t *testing.T, name, text string) string {
	path := filepath.Join(proctest.PlainDir(t), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func command(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = exit.Report(&errs, execute(args, &out, &errs))
	return code, out.String(), errs.String()
}

// shown returns what a command line prints; it ends well.
func shown(t *testing.T, args string) string {
	code, stdout, stderr := command(strings.Fields(args)...)
	require.Equal(t, exit.OK, code, "%s: %s", args, stderr)
	return stdout
}

// shows runs command lines, by what follows a prefix, each of which must print a text.
func shows(t *testing.T, prefix string, table map[string]string) {
	for args, want := range table {
		assert.Contains(t, shown(t, prefix+" "+args), want, args)
	}
}

// refuses runs command lines, by what follows a prefix, each of which must be refused as bad input.
func refuses(t *testing.T, prefix string, table map[string]string) {
	for args, want := range table {
		refusesWith(t, exit.BadInput, want, strings.Fields(prefix+" "+args)...)
	}
}

// refusesWith wants a command to end with a code, one line that contains a text, and nothing else.
func refusesWith(t *testing.T, want int, says string, args ...string) {
	code, stdout, stderr := command(args...)
	assert.Equal(t, want, code, "%q: %s", args, stderr)
	assert.Contains(t, stderr, says, "%q", args)
	assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	assert.Empty(t, stdout, "%q", args)
}

// What the environment holds is the tests' to say: in the shell of a Slurm job or under cluster run there is
// a launcher's rank or a network already.
func TestMain(m *testing.M) {
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		for _, prefix := range []string{"OMPI_COMM_WORLD_", "PMIX_", "PMI_", "TOPOCOLL_"} {
			if strings.HasPrefix(name, prefix) {
				os.Unsetenv(name)
			}
		}
	}
	var err error
	if testDir, err = os.MkdirTemp("", "topocoll"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(testDir)
	os.Exit(code)
}

// read returns the content of a file in a folder.
func read(t *testing.T, dir, name string) string {
	text, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(text)
}
