//go:build cgo

package cli

import "testing"

// speedup rejects bad flags before it runs the program.
func TestSpeedupRefuses(t *testing.T) {
	refuses(t, "speedup", map[string]string{
		"-n 2":                               "no program given; use topocoll speedup -n 4 -- ./program",
		"-- true":                            "no number of ranks given; use -n P or --launcher COMMAND",
		"-n 2 --launcher srun -- true":       "-n 2 cannot be used with --launcher srun",
		"--n=-1 -- true":                     "-n -1, want 1 or more ranks",
		"-n 2 --launches 0 -- true":          "--launches 0, want 1 to",
		"-n 2 --limit 10ms -- true":          "--limit 10ms, want at least 1s",
		"-n 2 -- ./nosuch":                   "; give a program on the PATH, or the path of a program",
		"-n 2 --out /dev/null/table -- true": "not a directory",
	})
	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	refuses(t, "speedup", map[string]string{"-- true": "speedup cannot run under a launcher"})
}
