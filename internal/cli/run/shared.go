package run

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"topocoll/internal/launch"
)

// A sharedState describes a file of plans that the ranks of a job on one host share. The first rank writes
// the file, and the last rank removes it.
type sharedState struct {
	Users int    // ranks that have opened the file
	Notes string // messages about the plans, which rank 0 prints
}

// openPlans opens the file of plans for the program. The ranks on this host share the file if the launcher
// reports their number and the folder supports file locks. The function `write` writes the plans and returns
// notes on them.
func openPlans(write func(io.Writer) (notes string, err error)) (file *os.File, notes string, err error) {
	host, _ := os.Hostname() // several hosts may share the folder TMPDIR
	if job, ranks := launch.JobOnHost(); ranks > 1 {
		if lock, err := openLocked(sharedPath(job, host) + lockSuffix); err == nil {
			defer lock.Close()
			return openShared(lock, ranks, write)
		}
	}
	if file, err = createUnlinked(); err == nil {
		notes, err = write(file)
	}
	return file, notes, err
}

func createUnlinked() (*os.File, error) {
	file, err := os.CreateTemp("", "topocoll-")
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

// The names of shared files have a common prefix. One suffix is for the file of plans, the other for the
// locked file with its state.
const (
	sharedPrefix = "topocoll-"
	plansSuffix  = ".plans"
	lockSuffix   = ".lock"
)

// sharedPath returns the path of a job's shared files, without their suffixes.
func sharedPath(job, host string) string {
	words := append([]string{strconv.Itoa(os.Getuid()), job, host}, os.Args...)
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	return filepath.Join(os.TempDir(), fmt.Sprintf("%s%x", sharedPrefix, sum[:12]))
}

// staleAge is the age from which a shared file counts as a remnant of an earlier job. The assumption is that
// all ranks of a job start within this time.
const staleAge = 10 * time.Minute

// openShared opens the shared file of plans for one of several ranks. The argument `lock` is the locked file
// with a sharedState.
func openShared(lock *os.File, ranks int, write func(io.Writer) (string, error)) (*os.File, string, error) {
	name := strings.TrimSuffix(lock.Name(), lockSuffix) + plansSuffix
	var state sharedState
	info, err := lock.Stat()
	if err == nil && info.Size() > 0 && time.Since(info.ModTime()) < staleAge {
		err = json.NewDecoder(lock).Decode(&state)
	}
	var file *os.File
	switch {
	case err != nil:
	case state.Users > 0:
		file, err = os.Open(name)
	default:
		removeStale(lock.Name())
		os.Remove(name)
		if file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			state.Notes, err = write(file)
		}
	}
	if state.Users++; err != nil || state.Users == ranks {
		os.Remove(name)
		return file, state.Notes, errors.Join(err, os.Remove(lock.Name()))
	}
	text, err := json.Marshal(state)
	if err == nil {
		err = lock.Truncate(0)
	}
	if err == nil {
		_, err = lock.WriteAt(text, 0)
	}
	return file, state.Notes, err
}

// removeStale removes old shared files in the folder of a lock. They remain from killed jobs, and from jobs
// in which only some ranks opened the plans.
func removeStale(lock string) {
	others, _ := filepath.Glob(filepath.Join(filepath.Dir(lock), sharedPrefix+"*"+lockSuffix))
	for _, other := range others {
		if info, err := os.Lstat(other); other != lock && err == nil && time.Since(info.ModTime()) > staleAge {
			os.Remove(strings.TrimSuffix(other, lockSuffix) + plansSuffix)
			os.Remove(other)
		}
	}
}

// openLocked opens and locks a file owned by this user. It creates the file if there is none.
func openLocked(name string) (*os.File, error) {
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
		if err != nil {
			return nil, err
		}
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
		}
		info, err := file.Stat()
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if owner := info.Sys().(*syscall.Stat_t).Uid; int(owner) != os.Getuid() {
			return nil, errors.Join(fmt.Errorf("%s belongs to user %d, but must belong to user %d", name, owner,
				os.Getuid()), file.Close())
		}
		if current, err := os.Lstat(name); err == nil && os.SameFile(info, current) {
			return file, nil
		}
		file.Close() // the last rank of a job has removed the file
	}
}
