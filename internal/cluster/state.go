package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"topocoll/topo"
)

// A State is the state of a cluster on this machine. Each cluster has a file that contains its spec. The file
// is written before the first namespace is created, and removed after the last one is removed. While the
// cluster is incomplete, the file has a second line.
type State struct {
	Name   string
	Fabric topo.Fabric // its Network is nil if there are namespaces but no file
	Hosts  int         // number of hosts that exist now
	Whole  bool        // completely built, and nothing has disappeared since
	Busy   bool        // a process is building or removing it

	built bool // like Whole, but regardless of Busy
}

// unfinished is the second line in the file of an incomplete cluster.
const unfinished = "unfinished"

// String returns the cluster's line in the output of "cluster status".
func (s State) String() string {
	text := fmt.Sprintf("%-16s ", s.Name)
	if s.Fabric.Network != nil {
		text += s.Fabric.String() + "  "
	}
	if s.Whole {
		return strings.TrimRight(text, " ")
	}
	return text + s.describeMissing()
}

func (s State) describeMissing() string {
	hosts := fmt.Sprintf("%d hosts", s.Hosts)
	if s.Fabric.Network != nil {
		hosts = fmt.Sprintf("%d of %d hosts", s.Hosts, s.Fabric.Network.Nodes())
	}
	if s.Busy {
		return "being built or removed: " + hosts
	}
	return fmt.Sprintf("incomplete: %s; topocoll cluster down %s removes it", hosts, s.Name)
}

// List returns the names of all clusters, including incomplete ones. The error has a line for every file that
// belongs to no cluster.
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
		case !strings.HasPrefix(name, "."): // locks and temporary files begin with a dot
			errs = append(errs, fmt.Errorf("cluster: %s does not belong to a cluster; remove the file",
				filepath.Join(stateDir, name)))
		}
	}
	spaces, err := namespaces()
	for name := range spaces {
		names[name] = true
	}
	return slices.Sorted(maps.Keys(names)), errors.Join(append(errs, err)...)
}

// Find returns the state of the cluster with this name.
func Find(name string) (State, error) {
	if err := checkName(name); err != nil {
		return State{}, err
	}
	spaces, err := namespaces()
	if err != nil {
		return State{}, err
	}
	s, places := State{Name: name, Busy: isBusy(name)}, spaces[name]
	spec, finished, err := loadState(name)
	switch {
	case errors.Is(err, os.ErrNotExist) && len(places) > 0:
		s.Hosts = len(places)
		return s, nil
	case errors.Is(err, os.ErrNotExist):
		return s, notUpError(name)
	case err != nil:
		return s, err
	}
	s.Fabric = spec
	for _, place := range places {
		if place < spec.Network.Nodes() {
			s.Hosts++
		}
	}
	s.built = finished && len(places) == topo.Places(spec.Network)
	s.Whole = s.built && !s.Busy
	return s, nil
}

func notUpError(name string) error {
	names, _ := List()
	return inputf("no cluster %q is up; clusters that are up: %s; to create one: topocoll cluster up NAME "+
		"ring:8",
		name, cmp.Or(strings.Join(names, " "), "none"))
}

// Whole returns the fabric of the cluster with this name, or an error if the cluster is incomplete.
func Whole(name string) (topo.Fabric, error) {
	s, err := Find(name)
	if err == nil && !s.Whole {
		err = fmt.Errorf("cluster: %s is %s", name, s.describeMissing())
	}
	return s.Fabric, err
}

// namespaces returns, for every cluster, the hosts and switches that have a namespace.
func namespaces() (map[string][]int, error) {
	entries, err := os.ReadDir(netnsDir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	found := map[string][]int{}
	for _, entry := range entries {
		rest, ours := strings.CutPrefix(entry.Name(), namespacePrefix)
		name, digits, _ := strings.Cut(rest, "-")
		if place, err := strconv.Atoi(digits); ours && err == nil && nameRule.MatchString(name) {
			found[name] = append(found[name], place)
		}
	}
	return found, nil
}

// saveState replaces the file of a cluster atomically.
func saveState(name string, spec topo.Fabric, finished bool) error {
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

// loadState reads the file of a cluster. An error in the file is not an InputError.
func loadState(name string) (spec topo.Fabric, finished bool, err error) {
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
		return spec, false, fmt.Errorf("cluster: %s: %v; topocoll cluster down %s removes it", file, err,
			name)
	}
	return spec, strings.TrimSpace(rest) != unfinished, nil
}
