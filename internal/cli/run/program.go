package run

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/launcher"
	"topocoll/internal/job/ranks"
	"topocoll/internal/profile"
)

// A preparedProgram is an MPI program with the environment variables that the drop-in library and the MPI
// library need.
type preparedProgram struct {
	commandLine     []string
	ranks           int
	dropinVariables [][2]string // variables of the drop-in library, the same in every launch
	mpiVariables    []string    // variables of the MPI library, as NAME=value
	stdin           bool        // rank 0 reads the standard input of this process
}

// prepareProgram returns the program on the command line. The argument `preload` is the value for LD_PRELOAD,
// `plans` is the file of plans, and `rules` has variables of the MPI library.
func (c *Command) prepareProgram(preload, plans string, rules []string) preparedProgram {
	if before := os.Getenv("LD_PRELOAD"); before != "" {
		preload += ":" + before
	}
	return preparedProgram{commandLine: c.Program, ranks: c.N, mpiVariables: rules, stdin: !c.Compare,
		dropinVariables: append([][2]string{{"LD_PRELOAD", preload}, {"TOPOCOLL_PLANS", plans}},
			c.dropinSettings()...)}
}

// dropinSettings returns the environment variables for the flags that the drop-in library obeys at run time.
func (c *Command) dropinSettings() [][2]string {
	return [][2]string{{"TOPOCOLL_FORCE", strings.Join(c.allForced(c.N), ",")},
		{"TOPOCOLL_CHECK", strconv.Itoa(c.Check)},
		{"TOPOCOLL_WATCH", strconv.FormatInt(c.Watch.Milliseconds(), 10)},
		{"TOPOCOLL_WATCH_ABORT", map[bool]string{true: "1"}[c.Abort]},
		{"TOPOCOLL_VERBOSE", map[bool]string{true: "1"}[c.Verbose]}}
}

// environment returns the drop-in library's environment variables for one launch. The MPI library executes
// the operations in `off`. If `profile` is not empty, rank 0 writes a profile to this file.
func (p preparedProgram) environment(off []string, profile string) [][2]string {
	return append(slices.Clone(p.dropinVariables), [2]string{"TOPOCOLL_OFF", strings.Join(off, ",")},
		[2]string{"TOPOCOLL_PROFILE", profile})
}

// command returns the mpirun command of one launch. The arguments are the same as for environment.
func (p preparedProgram) command(off []string, profile string) (*exec.Cmd, error) {
	var options []string
	for _, v := range p.environment(off, profile) {
		if ranks.Library().Name == launcher.OpenMPI.Name {
			options = append(options, "-x", v[0]+"="+v[1])
		} else {
			options = append(options, "-genv", v[0], v[1])
		}
	}
	command, err := ranks.Command(p.ranks, options, p.commandLine...)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(off, "all") {
		command.Env = append(command.Env, p.mpiVariables...)
	}
	if p.stdin && ranks.InputIsPiped() {
		command.Stdin = os.Stdin
	}
	return command, nil
}

// runWithProfile runs the program once. It saves the program's profile in a file and returns the profile. If
// the program writes no profile, an existing file does not change.
func (p preparedProgram) runWithProfile(off []string, file string) (*profile.Profile, error) {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return nil, exit.Usagef("%s is not a regular file; use a different file for the profile", file)
	}
	next := file + ".new"
	// create the file before the run, because the program must not run if the file cannot be written
	if err := saved.WriteFile(next, func(io.Writer) error { return nil }); err != nil {
		return nil, exit.Usage(err)
	}
	command, err := p.command(off, next)
	if err == nil {
		err = ranks.Supervise(command, job.Context{})
	}
	if info, failed := os.Stat(next); failed == nil && info.Size() > 0 {
		err = cmp.Or(err, os.Rename(next, file))
	} else {
		os.Remove(next)
		err = cmp.Or(err, errors.New("the program wrote no profile; it must be linked with a shared MPI "+
			"library and reach MPI_Finalize"))
	}
	if err != nil {
		return nil, err
	}
	return profile.Load(file)
}

// compareWithNative runs the program in pairs of runs, one with the MPI library only and one with topocoll,
// and prints both times. The argument `launches` is the number of pairs. In all runs, the MPI library
// executes the operations in `off`.
func (p preparedProgram) compareWithNative(launches int, off []string) error {
	dir, err := os.MkdirTemp("", "topocoll-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	var compared profile.Comparison
	signals, release := job.Hold()
	defer release()
	err = ranks.Launches{First: 1, Count: 2 * launches}.Run(signals, func(at ranks.Launch) error {
		tuned := compared.NextIsTuned()
		leave, says := []string{"all"}, "with the MPI library only"
		if tuned {
			leave, says = off, "with the algorithms of topocoll"
		}
		fmt.Fprintf(os.Stderr, "topocoll: run %d of %d, %s\n", at.Number, at.Count, says)
		measured, err := p.runWithProfile(leave, filepath.Join(dir, fmt.Sprint(at.Number)))
		if err == nil {
			compared.Add(measured, tuned)
		}
		return err
	})
	if err != nil {
		compared.PrintPartial(os.Stderr, launches)
		return err
	}
	compared.Print(os.Stderr)
	return nil
}
