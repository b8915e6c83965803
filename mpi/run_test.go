//go:build cgo

package mpi

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/job/launcher"
	"topocoll/internal/proctest"
)

// programVariable is the name of an environment variable. If this variable is set, a process of this test
// binary runs one of `programs` instead of the tests.
const programVariable = "TOPOCOLL_TEST_PROGRAM"

// An exitError is an error with an exit code.
type exitError int

func (e exitError) Error() string { return "bad input,\nas it says" }
func (e exitError) ExitCode() int { return int(e) }

// programs maps names to bodies of Run. In most of them the last rank fails while the other ranks wait in a
// collective call.
var programs = map[string]func(w *World) error{
	"fine":  func(w *World) error { return Barrier(NewPort[int32](w)) },
	"error": unlessLast(func(*World) error { return errors.New("no luck") }),
	"code":  unlessLast(func(*World) error { return fmt.Errorf("wrapped: %w", exitError(7)) }),
	"panic": unlessLast(func(*World) error { panic("out of luck") }),
	"length": func(w *World) error {
		p, x := NewPort[int32](w), make([]int32, 2)
		return Allreduce(p, Sum[int32](), x, make([]int32, 2+w.Rank/(w.Size-1)))
	},
	"root":   func(w *World) error { return Bcast(NewPort[int32](w), w.Rank/(w.Size-1), make([]int32, 1)) },
	"leaves": unlessLast(func(*World) error { return nil }),
}

// runProgram runs the program that the environment variable names, if it is set.
func runProgram() {
	name := os.Getenv(programVariable)
	body, found := programs[name]
	switch {
	case !found:
	case name == "root":
		Run(body, Checked())
	default:
		Run(body)
	}
}

// unlessLast returns a body that calls the given body on the last rank. The other ranks wait in a broadcast
// from the last rank.
func unlessLast(body func(w *World) error) func(w *World) error {
	return func(w *World) error {
		if w.Rank == w.Size-1 {
			return body(w)
		}
		return Bcast(NewPort[int32](w), w.Size-1, make([]int32, 1))
	}
}

// A rank that fails prints a line with its number and ends the job at once, so the job does not hang.
func TestRunEndsTheJob(t *testing.T) {
	if world.Size > 1 {
		t.Skip("this test starts its own jobs, so one rank is enough")
	}
	library := map[Library]launcher.Library{OpenMPI: launcher.OpenMPI, MPICH: launcher.MPICH}[BuiltFor()]
	mpirun, err := library.Mpirun()
	if err != nil {
		t.Skipf("there is no mpirun to start a job with: %v", err)
	}
	for _, c := range []struct {
		program string
		ranks   int
		checked string
		code    int
		want    []string // lines
	}{
		{"fine", 2, "0", 0, nil},
		{"error", 3, "0", 1, []string{"rank 2: no luck"}},
		{"code", 2, "0", 7, []string{"rank 1: wrapped: bad input,; as it says"}},
		{"panic", 2, "0", 1, []string{"rank 1: panic: out of luck"}},
		{"length", 3, "0", 1, []string{"rank 2: mpi: Allreduce: result has 3 words, want 2"}},
		{"fine", 3, "1", 0, nil},
		{"root", 3, "0", 1, []string{"rank 0: mpi: Bcast: root differs: 0 on ranks 0,1; 1 on rank 2"}},
		{"leaves", 2, "1", 1,
			[]string{"rank 0: mpi: operation differs: Bcast on rank 0; Finalize on rank 1"}},
	} {
		t.Run(fmt.Sprintf("%s on %d ranks, checked %s", c.program, c.ranks, c.checked), func(t *testing.T) {
			t.Parallel() // a job spends most of its time waiting for its processes to start and end
			self, err := os.Executable()
			require.NoError(t, err)
			args := []string{"-n", fmt.Sprint(c.ranks), self}
			if BuiltFor() == OpenMPI {
				args = append([]string{"--oversubscribe"}, args...)
			}
			job := proctest.Within(t, time.Minute, mpirun, args...)
			for _, variable := range job.Environ() {
				if name, _, _ := strings.Cut(variable, "="); !ofLauncher(name) {
					job.Env = append(job.Env, variable)
				}
			}
			job.Env = append(job.Env, append(launcher.AsRoot, programVariable+"="+c.program,
				checkedVariable+"="+c.checked)...)
			out, err := job.CombinedOutput()
			lines := []string{}
			for line := range strings.Lines(string(out)) {
				if strings.HasPrefix(line, "rank ") {
					lines = append(lines, strings.TrimSpace(line))
				}
			}
			assert.ElementsMatch(t, c.want, lines, "%s", out)
			code := 0
			if ended := (*exec.ExitError)(nil); errors.As(err, &ended) {
				code = ended.ExitCode()
			}
			if BuiltFor() == MPICH && code != 0 {
				code = c.code // MPICH's mpirun does not always return the code
			}
			assert.Equal(t, c.code, code, "%s", out)
			assert.Equal(t, c.program == "panic", strings.Contains(string(out), "run_test.go"),
				"the stack of a panic: %s", out)
		})
	}
}

// A program whose MPI library is not the launcher's library would run as several jobs of one rank. Rank 0
// prints the error.
func TestRunUnderAnotherLibrary(t *testing.T) {
	if world.Size > 1 {
		t.Skip("this test starts its own jobs, so one rank is enough")
	}
	self, err := os.Executable()
	require.NoError(t, err)
	other, launched := launcher.MPICH, []string{"PMI_RANK=0", "PMI_SIZE=2"}
	if BuiltFor() == MPICH {
		other, launched = launcher.OpenMPI, []string{"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=2"}
	}
	commands := map[string][]string{"variables of the launcher": {self}, "shell of srun --pty": {self}}
	if mpirun, err := other.Mpirun(); err == nil {
		commands["mpirun of "+other.Name] = []string{mpirun, "-n", "2", self}
	}
	for name, words := range commands {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			job := proctest.Within(t, time.Minute, words[0], words[1:]...)
			for _, variable := range job.Environ() {
				if name, _, _ := strings.Cut(variable, "="); !ofLauncher(name) {
					job.Env = append(job.Env, variable)
				}
			}
			job.Env = append(job.Env, append(launcher.AsRoot, programVariable+"=fine",
				"OMPI_MCA_rmaps_base_oversubscribe=1")...)
			if len(words) == 1 {
				job.Env = append(job.Env, launched...)
			}
			if name == "shell of srun --pty" {
				job.Env = append(job.Env, "SLURM_PTY_PORT=33001")
				out, err := job.CombinedOutput()
				assert.NoError(t, err, "%s", out)
				return
			}
			out, err := job.CombinedOutput()
			assert.Error(t, err)
			assert.Equal(t, 1, strings.Count(string(out), "mpi: Init: the launcher started 2 processes, but "+
				"it does not belong to this program's MPI library ("+string(BuiltFor())), "%s", out)
			assert.Contains(t, string(out), "or srun --mpi="+slurmPlugins[BuiltFor()], "%s", out)
			assert.NotContains(t, string(out), "rank ", "%s", out)
		})
	}
}

// ofLauncher reports whether mpirun sets the environment variable for its ranks. A new job must not inherit
// such variables from this process.
func ofLauncher(name string) bool {
	for _, prefix := range []string{"OMPI_COMM_", "OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_APP", "OMPI_ARGV",
		"OMPI_COMMAND", "OMPI_FILE", "OMPI_FIRST",
		"OMPI_NUM", "OMPI_UNIVERSE", "PMIX_", "PMI_", "PMI2_", "PRTE_", "HYDI_", "HYDRA_", "MPI_LOCAL",
		"SLURM_PTY_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
