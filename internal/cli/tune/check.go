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

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/build"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/saved"
	"topocoll/internal/job/ranks"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/rules/mpich"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/tuned"
)

// A checking is a check of the tuning files that tune wrote.
type checking struct {
	*Command
	table    *tuned.Table
	selector rules.Selector
	state    *rulecheck.Check
	before   *rulecheck.Check // a complete check that the first launch of this one replaces
}

// checking reads the files and refuses those that cannot be checked.
func (t *Command) checking(library string) (*checking, error) {
	if t.pairs < 2 || t.pairs > ranks.MaxLaunches/2 {
		return nil, exit.Usagef("--pairs %d, want 2 to %d", t.pairs, ranks.MaxLaunches/2)
	}
	k := &checking{Command: t}
	var err error
	if k.table, err = saved.ReadTable(t.file(tune.TableName)); err != nil {
		return nil, err
	}
	if k.table.Library != library {
		return nil, exit.Usagef("%s is of %q, this is %q: want the same", t.file(tune.TableName), k.table.Library, library)
	}
	fresh := &rulecheck.Check{Schema: rulecheck.Schema, Program: build.Tool(), Library: library, Network: t.Network.String(), Pairs: t.pairs, Status: "partial"}
	if err := k.files(fresh); err != nil {
		return nil, exit.Usage(err)
	}
	old, err := rulecheck.Read(t.file(rulecheck.FileName))
	if err != nil {
		return nil, exit.Usage(err)
	}
	if k.state = fresh.Resume(old); old != nil && old != k.state && old.Status == "complete" {
		k.before = old
	}
	return k, nil
}

// files reads the tuning files in the folder, and finds the environment with which the library reads them.
func (k *checking) files(c *rulecheck.Check) error {
	files, version, err := RulesOf(k.table)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s: there are no rules to make of it", k.file(tune.TableName))
	}
	var own []byte
	if version.Library == rules.MPICH {
		own, _ = mpich.BuiltIn()
	}
	formats := libraries.Of(version, own)
	var texts [][]byte
	for i, f := range files {
		name := k.file(f.Name)
		if files[i].Text, err = saved.TuningFile(name); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: there is no such file, want the one that topocoll tune writes", name)
		}
		path, bad := filepath.Abs(name)
		if err := cmp.Or(err, bad); err != nil {
			return err
		}
		c.Files, texts = append(c.Files, f.Name), append(texts, files[i].Text)
		c.Settings.With = append(c.Settings.With, formats.Env(f, path)...)
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
			continue // the library has no setting for it
		}
		path, bad := filepath.Abs(k.file(controlPrefix + f.Name))
		if err := cmp.Or(bad, put(path, text)); err != nil {
			return err
		}
		c.Settings.Without = append(c.Settings.Without, formats.Env(f, path)...)
	}
	return nil
}

// controlPrefix begins the names of the files that the launches without rules read.
const controlPrefix = "control-"

// put writes a file unless it has this content already. All ranks may call it at once under a foreign launcher.
func put(name string, text []byte) error {
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

// cells returns the sizes that tune measured for a job and these operations.
func (k *checking) cells(ops []catalog.Collective, spread tuned.Job) (cells []bench.TimedCase, err error) {
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
		return nil, exit.Usagef("%s has nothing of %v on %d ranks, hosts %d, slots %d: want a job that topocoll tune has measured",
			k.file(tune.TableName), ops, spread.Ranks, spread.Hosts, spread.Slots)
	}
	return cells, nil
}

// of refuses to continue a check of another job.
func (k *checking) of(spread tuned.Job) error {
	if len(k.state.Launches) > 0 && k.state.Job != spread {
		return exit.Usagef("%s is of %d ranks, hosts %d, slots %d, and not complete: want the same, or no such file",
			k.file(rulecheck.FileName), k.state.Ranks, k.state.Hosts, k.state.Slots)
	}
	k.state.Job = spread
	return nil
}

// selected returns the algorithm that the files select for a call.
func (k *checking) selected(op catalog.Collective, bytes int) string {
	does, _ := k.selector.Select(op, k.state.Job, bytes)
	return does
}

func (k *checking) save() error {
	if k.before != nil {
		if err := results.Save(k.file(rulecheck.EarlierName), k.before.Write); err != nil {
			return err
		}
		k.before = nil
	}
	return results.Save(k.file(rulecheck.FileName), k.state.Write)
}

// with describes a setting.
func (k *checking) with(with bool) string {
	if with {
		return "with " + strings.Join(k.state.Files, " and ")
	}
	return "without"
}
