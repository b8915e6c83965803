package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// A lockedCluster is a cluster that this process is building or removing. Its lock excludes other processes.
type lockedCluster struct {
	ctx  context.Context // its cancellation kills the running command
	name string
	lock *os.File
}

// lockCluster waits until no other process is building or removing the cluster. The lock is held while the
// file is open in any process, including a command that inherited it and outlives this process.
func lockCluster(ctx context.Context, name string) (*lockedCluster, error) {
	if err := cmp.Or(checkName(name), checkMachine()); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(stateDir, 0o755); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	for {
		file, err := os.OpenFile(lockFile(name), os.O_CREATE|os.O_RDWR, 0o644)
		if err != nil {
			return nil, fmt.Errorf("cluster: %w", err)
		}
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil && isSameFile(lockFile(name), file) {
			return &lockedCluster{ctx, name, file}, nil
		}
		file.Close()
		if err != nil && !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("cluster: lock %s: %w", lockFile(name), err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("cluster: another cluster up or down of %s is running: %w", name,
				context.Cause(ctx))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// release removes the lock file before closing it, so that a waiting process creates a new file.
func (s *lockedCluster) release() {
	os.Remove(lockFile(s.name))
	s.lock.Close()
}

// isBusy reports whether a process is building or removing the cluster.
func isBusy(name string) bool {
	file, err := os.Open(lockFile(name))
	if err != nil {
		return false
	}
	defer file.Close()
	return errors.Is(syscall.Flock(int(file.Fd()), syscall.LOCK_SH|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

func lockFile(name string) string { return filepath.Join(stateDir, "."+name+".lock") }

// isSameFile reports whether the name refers to the open file, and not to a newer file.
func isSameFile(name string, file *os.File) bool {
	there, err := os.Stat(name)
	open, err2 := file.Stat()
	return err == nil && err2 == nil && os.SameFile(there, open)
}
