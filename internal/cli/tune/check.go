package tune

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/build"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/tuned"
)

// A checkRun is one run of `tune check`: the tuning files that tune wrote, and the check of these files.
type checkRun struct {
	*CheckCommand
	table    *tuned.Table
	selector rules.Selector
	// settings holds the environment variables, as NAME=value, of launches with the tuning files (true) and
	// without them (false). A variable that is only in settings[true] must be unset in launches without the
	// files.
	settings map[bool][]string
	check    *rulecheck.Check
	// earlier is the check that this check replaces, because it is complete or has a different library, network
	// or files. It is nil if there is no such check.
	earlier *rulecheck.Check
}

// newCheckRun reads the table, the tuning files and the earlier check. It returns an error if the files
// cannot be checked.
func (c *CheckCommand) newCheckRun(library string) (*checkRun, error) {
	if c.Pairs < 2 || c.Pairs > ranks.MaxLaunches/2 {
		return nil, exit.Usagef("--pairs %d, want 2 to %d", c.Pairs, ranks.MaxLaunches/2)
	}
	k := &checkRun{CheckCommand: c, settings: map[bool][]string{}}
	var err error
	if k.table, err = saved.ReadTable(c.path(tune.TableName)); err != nil {
		return nil, err
	}
	if k.table.Library != library {
		return nil, exit.Usagef("%s was measured with %q, but this is %q; use the same library",
			c.path(tune.TableName), k.table.Library, library)
	}
	fresh := &rulecheck.Check{Schema: rulecheck.Schema, Program: build.Tool(), Library: library,
		Network: c.Network.String(), Pairs: c.Pairs, Status: "partial",
		Begun: time.Now().UTC().Truncate(time.Second)}
	if err := k.readFiles(fresh); err != nil {
		return nil, exit.Usage(err)
	}
	old, err := rulecheck.Read(c.Out)
	if err != nil {
		return nil, exit.Usage(err)
	}
	if k.check = fresh.Resume(old); old != nil && old != k.check && old.Launches > 0 {
		k.earlier = old
	}
	return k, nil
}

// readFiles reads the tuning files in the folder, and writes the control files. It records the files in c,
// with their digest, and the environment variables that select them in k.
func (k *checkRun) readFiles(c *rulecheck.Check) error {
	files, version, err := libraries.RulesOf(k.table)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s: the table needs no tuning file, so there is nothing to check",
			k.path(tune.TableName))
	}
	own := libraries.BuiltIn(version)
	formats := libraries.New(version, own)
	var texts [][]byte
	for i, f := range files {
		name := k.path(f.Name)
		if files[i].Text, err = saved.TuningFile(name); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: there is no such file; topocoll tune writes it", name)
		}
		path, bad := filepath.Abs(name)
		if err := cmp.Or(err, bad); err != nil {
			return err
		}
		c.Files, texts = append(c.Files, f.Name), append(texts, files[i].Text)
		k.settings[true] = append(k.settings[true], formats.Env(f, path)...)
	}
	c.SHA256 = rulecheck.Digest(texts...)
	if k.selector, err = libraries.Read(files, version, own); err != nil {
		return err
	}
	for _, f := range files {
		text, err := formats.Control(f, version)
		if err != nil {
			return err
		}
		if text == nil {
			continue // a file of variables has no control file
		}
		path, bad := filepath.Abs(k.path(controlPrefix + f.Name))
		if err := cmp.Or(bad, writeIfChanged(path, text)); err != nil {
			return err
		}
		k.settings[false] = append(k.settings[false], formats.Env(f, path)...)
	}
	return nil
}

// controlPrefix is the beginning of the names of the control files, which the launches without rules read.
const controlPrefix = "control-"

// writeIfChanged writes a file unless it already has this content. Under the user's launcher, all ranks may
// call it at the same time.
func writeIfChanged(name string, text []byte) error {
	if there, err := os.ReadFile(name); err == nil && bytes.Equal(there, text) {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".")
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = cmp.Or(err, file.Chmod(0o644), file.Close()); err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// timedCases returns the cases of these operations that tune has measured for the job.
func (k *checkRun) timedCases(ops []catalog.Collective, spread tuned.Job) ([]bench.TimedCase, error) {
	var cells []bench.TimedCase
	for _, op := range ops {
		var sizes []int
		for _, c := range k.table.Choices {
			if c.Op == op && c.Job == spread {
				sizes = append(sizes, c.Sizes...)
			}
		}
		slices.Sort(sizes)
		for _, bytes := range slices.Compact(sizes) {
			cells = append(cells, bench.TimedCase{Case: results.Case{Op: op, P: spread.Ranks, Bytes: bytes}})
		}
	}
	if len(cells) == 0 {
		var measured []string
		for _, c := range k.table.Choices {
			job := fmt.Sprintf("%s on %d ranks (hosts %d, slots %d)", c.Op, c.Ranks, c.Hosts, c.Slots)
			if !slices.Contains(measured, job) {
				measured = append(measured, job)
			}
		}
		return nil, exit.Usagef(
			"%s has no entry for %v on %d ranks (hosts %d, slots %d); its entries are: %s",
			k.path(tune.TableName), ops, spread.Ranks, spread.Hosts, spread.Slots, strings.Join(measured, ", "))
	}
	return cells, nil
}

// setJob sets the job of the check. It returns an error if the check was begun with a different job.
func (k *checkRun) setJob(spread tuned.Job) error {
	if k.check.Launches > 0 && k.check.Job != spread {
		return exit.Usagef(
			"%s is an incomplete check on %d ranks (hosts %d, slots %d); use the same job, or remove the file",
			k.path(rulecheck.FileName), k.check.Ranks, k.check.Hosts, k.check.Slots)
	}
	k.check.Job = spread
	return nil
}

func (k *checkRun) selectedAlgorithm(op catalog.Collective, bytes int) string {
	does, _ := k.selector.Select(op, k.check.Job, bytes)
	return does
}

// save writes the check. If it replaces an earlier check, save first moves the earlier check to another file
// and prints that file's name.
func (k *checkRun) save() error {
	if k.earlier != nil {
		to := k.path(k.earlier.EarlierName())
		if err := os.Rename(k.path(rulecheck.FileName), to); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr,
			"kept: the earlier check in %s (launches: %d) was moved to %s; a new check begins\n",
			k.path(rulecheck.FileName), k.earlier.Launches, to)
		k.earlier = nil
	}
	return results.Save(k.path(rulecheck.FileName), k.check.Write)
}

func (k *checkRun) settingText(withRules bool) string {
	if withRules {
		return "with " + strings.Join(k.check.Files, " and ")
	}
	return "without tuning files"
}
