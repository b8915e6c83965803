//go:build cgo

package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/internal/tune"
)

// speedup rejects bad flags before it runs the program.
func TestSpeedupRefuses(t *testing.T) {
	another := t.TempDir()
	state := []byte(`{"schema": 2, "library": "another library", "points": []}`)
	require.NoError(t, os.WriteFile(filepath.Join(another, tune.StateName), state, 0o600))
	refuses(t, "speedup", map[string]string{
		"-n 2":                               "no program given; use topocoll speedup -n 4 -- ./program",
		"-- true":                            "no number of ranks given; use -n P or --launcher COMMAND",
		"-n 2 --launcher srun -- true":       "-n 2 cannot be used with --launcher srun",
		"--n=-1 -- true":                     "-n -1, want 1 or more ranks",
		"-n 2 --launches 0 -- true":          "--launches 0, want 1 to",
		"-n 2 --limit 10ms -- true":          "--limit 10ms, want at least 1s",
		"-n 2 -- ./nosuch":                   "; give a program on the PATH, or the path of a program",
		"-n 2 --out /dev/null/table -- true": "not a directory",
		"-n 2 --out " + another + " -- true": `measured with "another library"`,
	})
	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	refuses(t, "speedup", map[string]string{
		"-- true": "speedup cannot run under mpirun, srun or topocoll cluster run",
	})
}
