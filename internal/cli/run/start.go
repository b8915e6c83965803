package run

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
	"topocoll/internal/job/ranks"
)

// preload returns a path of the library for LD_PRELOAD, in which blanks and colons separate paths. If the
// path has a blank or a colon, preload makes a link to the library, and the function remove removes it.
func (c *Command) preload() (name string, remove func(), err error) {
	remove = func() {}
	name, err = c.library()
	if err != nil || !strings.ContainsAny(name, " :") {
		return name, remove, err
	}
	dir, err := os.MkdirTemp("/tmp", "topocoll-") // TMPDIR may have a blank too
	if err != nil {
		return "", remove, err
	}
	link := filepath.Join(dir, filepath.Base(name))
	return link, func() { os.RemoveAll(dir) }, os.Symlink(name, link)
}

// command returns the command that starts the program with the drop-in library. off lists operations that
// stay with the MPI library. If profile is not empty, rank 0 writes a profile to this file.
func (c *Command) command(preload, plans string, off []string, profile string) (*exec.Cmd, error) {
	var options []string
	for _, v := range c.variables(preload, plans, off, profile) {
		if ranks.Library().Name == launcher.OpenMPI.Name {
			options = append(options, "-x", v[0]+"="+v[1])
		} else {
			options = append(options, "-genv", v[0], v[1])
		}
	}
	command, err := ranks.Command(c.N, options, c.Program...)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(off, "all") {
		command.Env = append(command.Env, c.rules.environment...)
	}
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeCharDevice == 0 && !c.Compare {
		command.Stdin = os.Stdin
	}
	return command, nil
}

// variables returns the environment variables of the ranks.
func (c *Command) variables(preload, plans string, off []string, profile string) [][2]string {
	if before := os.Getenv("LD_PRELOAD"); before != "" {
		preload += ":" + before
	}
	return [][2]string{{"LD_PRELOAD", preload}, {"TOPOCOLL_PLANS", plans},
		{"TOPOCOLL_FORCE", strings.Join(c.allForced(), ",")},
		{"TOPOCOLL_OFF", strings.Join(off, ",")}, {"TOPOCOLL_PROFILE", profile},
		{"TOPOCOLL_CHECK", strconv.Itoa(c.Check)},
		{"TOPOCOLL_WATCH", strconv.FormatInt(c.Watch.Milliseconds(), 10)},
		{"TOPOCOLL_WATCH_ABORT", map[bool]string{true: "1"}[c.Abort]},
		{"TOPOCOLL_VERBOSE", map[bool]string{true: "1"}[c.Verbose]}}
}

// allForced returns the forced algorithms for communicators of all sizes.
func (c *Command) allForced() (ids []string) {
	for p := 2; p <= c.N; p++ {
		ids = append(ids, c.forced(p)...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// library finds libtopocoll.so.
func (c *Command) library() (string, error) {
	const name = "libtopocoll.so"
	if c.Library != "" {
		file, err := filepath.Abs(c.Library)
		if err == nil {
			_, err = os.Stat(file)
		}
		return file, exit.Usage(err)
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	beside := filepath.Dir(self)
	for _, file := range []string{filepath.Join(beside, name), filepath.Join(beside, "..", "lib", name)} {
		if _, err := os.Stat(file); err == nil {
			return filepath.Clean(file), nil
		}
	}
	return "", fmt.Errorf("no %s beside %s nor in ../lib, want one: make build, or --library FILE", name,
		self)
}
