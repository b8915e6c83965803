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

// Down ends all processes in the cluster name and removes it, whole or not. If there is no such cluster, it does
// nothing. It waits for another Up or Down of the same name.
func Down(name string) error {
	s, err := begin(context.Background(), name)
	if err != nil {
		return err
	}
	defer s.end()
	return s.clear()
}

// clear removes all parts of the cluster, its file last, so that the cluster can be found until then. It ignores the
// context.
func (s *site) clear() error {
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
		errs = append(errs, all.feed("", "ip", "netns", "del", ns))
	}
	left, _ := filepath.Glob(filepath.Join(etcNetns, prefix+s.name+"-*"))
	for _, path := range left {
		errs = append(errs, os.RemoveAll(path))
	}
	os.Remove(liftedFile(s.name))
	err = os.Remove(filepath.Join(stateDir, s.name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		errs = append(errs, fmt.Errorf("cluster: %w", err))
	}
	return errors.Join(errs...)
}
