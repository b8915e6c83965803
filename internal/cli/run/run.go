package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"topocoll/internal/cli/measure"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/launch"
	"topocoll/internal/rules"
	"topocoll/internal/wrap"
	"topocoll/tuned"
)

func (c *Command) Run() error {
	if len(c.Program) > 0 && c.Program[0] == "--" {
		c.Program = c.Program[1:]
	}
	_, launched := launch.Rank()
	if launched {
		if err := c.applyLauncher(); err != nil {
			return err
		}
	}
	if err := c.check(launched); err != nil {
		return err
	}
	if c.Compare {
		if err := measure.RefuseTunedHost(ranks.Library().Version()); err != nil {
			return err
		}
	}
	table, tuning, err := c.prepare()
	if err != nil {
		return err
	}
	if launched {
		return c.execProgram(table, tuning)
	}
	plans, err := c.makePlans(table)
	if err != nil {
		return err
	}
	fmt.Fprint(os.Stderr, c.userNotes(plans, tuning))
	name, temporary, err := c.writePlans(plans)
	if temporary {
		defer os.Remove(name)
	}
	if err != nil || len(c.Program) == 0 {
		if use := c.settingsForFile(); err == nil && use != "" {
			fmt.Fprintf(os.Stderr, "topocoll: use the file with %s\n", use)
		}
		return err
	}
	preload, remove, err := c.Library.preloadPath()
	defer remove()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "topocoll-rules-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := tuning.writeFiles(func(f rules.File) (string, error) {
		file := filepath.Join(dir, f.Name)
		return file, os.WriteFile(file, f.Text, 0o644)
	}); err != nil {
		return err
	}
	program := c.prepareProgram(preload, name, tuning.environment)
	if c.Compare {
		return program.compareWithNative(c.Launches, c.Off)
	}
	if c.Profile != "" {
		_, err := program.runWithProfile(c.Off, c.Profile)
		if err == nil {
			fmt.Fprintf(os.Stderr, "topocoll: %s written; topocoll profile prints it\n",
				wrap.Plain(c.Profile))
		}
		return err
	}
	command, err := program.command(c.Off, "")
	if err != nil {
		return err
	}
	return ranks.Supervise(command, job.Context{})
}

// settingsForFile returns the environment variables that have the effect of the flags when a program uses the
// file of --plans, or "" if none is needed.
func (c *Command) settingsForFile() string {
	var words []string
	for _, v := range append(c.dropinSettings(), [2]string{"TOPOCOLL_OFF", strings.Join(c.Off, ",")}) {
		if v[1] != "" && v[1] != "0" {
			words = append(words, v[0]+"="+v[1])
		}
	}
	return strings.Join(words, " ")
}

// prepare checks --force, --off and --deterministic, loads the table, and creates the MPI library's rules.
func (c *Command) prepare() (table *tuned.Table, tuning libraryRules, err error) {
	if err = c.algorithmFlags.check(); err != nil {
		return nil, tuning, err
	}
	if c.Deterministic && c.Verbose {
		return nil, tuning, exit.Usagef("--deterministic cannot be used with --verbose, which executes some " +
			"calls with the MPI library to compare times; use --profile FILE, which also shows the algorithms")
	}
	if table, err = c.loadTable(); table != nil {
		tuning = c.findRules(table)
	}
	return table, tuning, err
}
