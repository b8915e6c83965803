package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Down ends all processes in a cluster and removes the cluster, even if it is incomplete. It returns an error
// if no part of the cluster exists. It waits for a running Up or Down of the same cluster.
func Down(name string) error {
	s, err := lockCluster(context.Background(), name)
	if err != nil {
		return err
	}
	defer s.release()
	switch there, err := s.exists(); {
	case err != nil:
		return err
	case !there:
		return notUpError(name)
	}
	return s.removeAll()
}

// exists reports whether any part of the cluster exists.
func (s *lockedCluster) exists() (bool, error) {
	spaces, err := namespaces()
	_, missing := os.Lstat(filepath.Join(stateDir, s.name))
	return len(spaces[s.name]) > 0 || len(s.folders()) > 0 || missing == nil, err
}

// folders returns the folders with the /etc files of the cluster's hosts and switches.
func (s *lockedCluster) folders() []string {
	paths, _ := filepath.Glob(filepath.Join(etcNetns, namespacePrefix+s.name+"-*"))
	return paths
}

// removeAll removes all parts of the cluster, even if the context is canceled. It removes the cluster's file
// last, so that Down can find the cluster until then.
func (s *lockedCluster) removeAll() error {
	spaces, err := namespaces()
	if err != nil {
		return err
	}
	all := *s
	all.ctx = context.WithoutCancel(s.ctx)
	var errs []error
	for _, place := range spaces[s.name] {
		ns := namespace(s.name, place)
		pids, _ := exec.Command("ip", "netns", "pids", ns).Output()
		for _, pid := range strings.Fields(string(pids)) {
			if n, err := strconv.Atoi(pid); err == nil {
				syscall.Kill(n, syscall.SIGKILL)
			}
		}
		errs = append(errs, all.runCommand("", "ip", "netns", "del", ns))
	}
	for _, path := range s.folders() {
		errs = append(errs, os.RemoveAll(path))
	}
	os.Remove(liftedFile(s.name))
	err = os.Remove(filepath.Join(stateDir, s.name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		errs = append(errs, fmt.Errorf("cluster: %w", err))
	}
	return errors.Join(errs...)
}
