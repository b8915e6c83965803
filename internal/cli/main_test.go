package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
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

// plainDir is a folder of a test whose path has no blank, wherever TMPDIR is: for command lines that are one text.
func plainDir(t *testing.T) string {
	dir, err := os.MkdirTemp("/tmp", "topocoll")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// What the environment holds is the tests' to say: in the shell of a Slurm job or under cluster run there is a
// launcher's rank or a network already.
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
