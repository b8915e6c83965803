package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// acquireLock waits until no other process is building or removing the cluster. The lock is held while the
// file is open in any process, including a command that inherited it and outlives this process.
func acquireLock(ctx context.Context, name string) (*os.File, error) {
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
			return file, nil
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

// releaseLock removes the lock file before it closes it, so that a waiting process creates a new file.
func releaseLock(name string, file *os.File) {
	os.Remove(lockFile(name))
	file.Close()
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
