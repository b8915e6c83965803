package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"topocoll/topo"
)

// A State is a cluster as this machine has it. Its file, the spec under its name, is there from before the
// first namespace to after the last one, and has a second line until all is built.
type State struct {
	Name   string
	Fabric topo.Fabric // of no network where there are namespaces and no file
	Hosts  int         // those that are there
	Whole  bool        // built to the end, and nothing has gone since
	Busy   bool        // somebody builds it or takes it away
}

// unfinished is the second line.
const unfinished = "unfinished"

// String is a line of "cluster status".
func (s State) String() string {
	text := fmt.Sprintf("%-16s ", s.Name)
	if s.Fabric.Network != nil {
		text += s.Fabric.String() + "  "
	}
	if s.Whole {
		return strings.TrimRight(text, " ")
	}
	return text + s.missing()
}

// missing says how far from whole it is.
func (s State) missing() string {
	hosts := fmt.Sprintf("%d hosts", s.Hosts)
	if s.Fabric.Network != nil {
		hosts = fmt.Sprintf("%d of %d hosts", s.Hosts, s.Fabric.Network.Nodes())
	}
	if s.Busy {
		return "in the making or on its way out: " + hosts
	}
	return fmt.Sprintf("incomplete: %s; topocoll cluster down %s takes it away", hosts, s.Name)
}

// List returns the names of all clusters, whole or not. What is among the files and is none of theirs is in
// the error, a line each.
func List() ([]string, error) {
	names := map[string]bool{}
	entries, err := os.ReadDir(stateDir)
	var errs []error
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		errs = append(errs, fmt.Errorf("cluster: %w", err))
	}
	for _, entry := range entries {
		switch name := entry.Name(); {
		case nameRule.MatchString(name):
			names[name] = true
		case !strings.HasPrefix(name, "."): // a lock, or a file not yet whole
			errs = append(errs, fmt.Errorf("cluster: %s: no cluster has such a name, want the file taken away", filepath.Join(stateDir, name)))
		}
	}
	spaces, err := namespaces()
	for name := range spaces {
		names[name] = true
	}
	var sorted []string
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	return sorted, errors.Join(append(errs, err)...)
}

// Find returns the cluster name.
func Find(name string) (State, error) {
	if err := checkName(name); err != nil {
		return State{}, err
	}
	spaces, err := namespaces()
	if err != nil {
		return State{}, err
	}
	s, places := State{Name: name, Busy: busy(name)}, spaces[name]
	spec, finished, err := load(name)
	switch {
	case errors.Is(err, os.ErrNotExist) && len(places) > 0:
		s.Hosts = len(places)
		return s, nil
	case errors.Is(err, os.ErrNotExist):
		names, _ := List()
		return s, inputf("no cluster %q is up, there are: %s", name, strings.Join(append(names, "(make one: topocoll cluster up NAME ring:8)"), " "))
	case err != nil:
		return s, err
	}
	s.Fabric = spec
	for _, place := range places {
		if place < spec.Network.Nodes() {
			s.Hosts++
		}
	}
	s.Whole = finished && !s.Busy && len(places) == placesOf(spec.Network)
	return s, nil
}

// Whole returns what the cluster name is made of, if nothing of it is missing.
func Whole(name string) (topo.Fabric, error) {
	s, err := Find(name)
	if err == nil && !s.Whole {
		err = fmt.Errorf("cluster: %s is %s", name, s.missing())
	}
	return s.Fabric, err
}

// namespaces lists the places of every cluster that have one.
func namespaces() (map[string][]int, error) {
	entries, err := os.ReadDir(netnsDir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	found := map[string][]int{}
	for _, entry := range entries {
		rest, ours := strings.CutPrefix(entry.Name(), prefix)
		name, digits, _ := strings.Cut(rest, "-")
		if place, err := strconv.Atoi(digits); ours && err == nil && nameRule.MatchString(name) {
			found[name] = append(found[name], place)
		}
	}
	return found, nil
}

// save replaces the file of a cluster as a whole.
func save(name string, spec topo.Fabric, finished bool) error {
	text := spec.String() + "\n"
	if !finished {
		text += unfinished + "\n"
	}
	next := filepath.Join(stateDir, "."+name+".new")
	if err := os.WriteFile(next, []byte(text), 0o644); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	if err := os.Rename(next, filepath.Join(stateDir, name)); err != nil {
		return fmt.Errorf("cluster: %w", errors.Join(err, os.Remove(next)))
	}
	return nil
}

// load reads it. What stands there and should not is not the input of whoever asks.
func load(name string) (spec topo.Fabric, finished bool, err error) {
	file := filepath.Join(stateDir, name)
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return spec, false, err
	case err == nil && !info.Mode().IsRegular():
		err = errors.New("not a regular file")
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(file)
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	if err == nil {
		spec, err = topo.ParseFabric(first)
	}
	if err != nil {
		return spec, false, fmt.Errorf("cluster: %s: %v; topocoll cluster down %s takes it away", file, err, name)
	}
	return spec, strings.TrimSpace(rest) != unfinished, nil
}
