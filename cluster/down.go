package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Down ends what runs in the cluster name and takes it away. Where there is none it does nothing.
func Down(name string) error {
	if err := mayTouch(name); err != nil {
		return err
	}
	places, err := namespaces(name)
	if err != nil {
		return err
	}
	var errs []error
	for _, ns := range places {
		pids, _ := exec.Command("ip", "netns", "pids", ns).Output()
		for _, pid := range strings.Fields(string(pids)) {
			if n, err := strconv.Atoi(pid); err == nil {
				syscall.Kill(n, syscall.SIGKILL)
			}
		}
		errs = append(errs, feed("", "ip", "netns", "del", ns), os.RemoveAll(filepath.Join(etcNetns, ns)))
	}
	if err := os.Remove(filepath.Join(stateDir, name)); !errors.Is(err, os.ErrNotExist) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// namespaces lists those of a cluster, whether it is whole or not.
func namespaces(name string) ([]string, error) {
	out, err := exec.Command("ip", "netns", "list").Output()
	if err != nil {
		return nil, fmt.Errorf("cluster: ip netns list: %w", err)
	}
	var found []string
	for _, line := range strings.Split(string(out), "\n") {
		ns, _, _ := strings.Cut(line, " ")
		if strings.HasPrefix(ns, prefix+name+"-") {
			found = append(found, ns)
		}
	}
	return found, nil
}

// List returns the names of the clusters that are up.
func List() ([]string, error) {
	entries, err := os.ReadDir(stateDir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	slices.Sort(names)
	return names, nil
}

// Find returns what the cluster name is made of.
func Find(name string) (Spec, error) {
	if err := checkName(name); err != nil {
		return Spec{}, err
	}
	text, err := os.ReadFile(filepath.Join(stateDir, name))
	if errors.Is(err, os.ErrNotExist) {
		names, _ := List()
		return Spec{}, inputf("no cluster %q is up, there are: %s", name, strings.Join(append(names, "(make one: topocoll cluster up NAME ring:8)"), " "))
	}
	if err != nil {
		return Spec{}, err
	}
	return ParseSpec(strings.TrimSpace(string(text)))
}
