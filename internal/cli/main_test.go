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

// testDir is a temporary folder that exists while the tests run.
var testDir string

// program builds the program once for all tests that run it. TestMain removes it.
var program = sync.OnceValues(func() (string, error) {
	name := filepath.Join(testDir, "topocoll")
	out, err := exec.Command("go", "build", "-o", name, "topocoll").CombinedOutput()
	os.Stderr.Write(out)
	return name, err
})

// write writes a file into a new folder, and returns its path.
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

// shown runs a command line, which must succeed, and returns its standard output.
func shown(t *testing.T, args string) string {
	code, stdout, stderr := command(strings.Fields(args)...)
	require.Equal(t, exit.OK, code, "%s: %s", args, stderr)
	return stdout
}

// shows runs a command line for each entry of table: `prefix` followed by the key. The output must contain
// the value.
func shows(t *testing.T, prefix string, table map[string]string) {
	for args, want := range table {
		assert.Contains(t, shown(t, prefix+" "+args), want, args)
	}
}

// refuses runs a command line for each entry of table: `prefix` followed by the key. The command must be
// rejected as bad input, with a message that contains the value.
func refuses(t *testing.T, prefix string, table map[string]string) {
	for args, want := range table {
		refusesWith(t, exit.BadInput, want, strings.Fields(prefix+" "+args)...)
	}
}

// refusesWith requires that a command exits with the code `want` and prints one line on standard error, which
// contains `says`.
func refusesWith(t *testing.T, want int, says string, args ...string) {
	code, stdout, stderr := command(args...)
	assert.Equal(t, want, code, "%q: %s", args, stderr)
	assert.Contains(t, stderr, says, "%q", args)
	assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	assert.Empty(t, stdout, "%q", args)
}

// TestMain unsets variables that the tests set themselves. In a Slurm job or under cluster run, the shell
// already sets a launcher's rank or a network.
func TestMain(m *testing.M) {
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		for _, prefix := range []string{"OMPI_COMM_WORLD_", "PMIX_", "PMI_", "SLURM_PTY_", "TOPOCOLL_"} {
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
