package results

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// LaunchDir returns the folder of one launch, counted from 1, in the folder of a run with several.
func LaunchDir(dir string, number int) string {
	return filepath.Join(dir, "launch-"+strconv.Itoa(number))
}

// RunDir returns the folder of an earlier run, counted from 1, in the folder of the latest.
func RunDir(dir string, number int) string {
	return filepath.Join(dir, "run-"+strconv.Itoa(number))
}

// LastKept returns the folder of the run before the latest, and "" if none was kept.
func LatestEarlierRun(dir string) string {
	if last := lastRun(dir); last > 0 {
		return RunDir(dir, last)
	}
	return ""
}

// lastRun returns the highest number of a folder of an earlier run, 0 without any.
func lastRun(dir string) (last int) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		last = max(last, numberOf(entry.Name(), "run-"))
	}
	return last
}

// numberOf returns the number in the name of a folder, 0 if it has another name.
func numberOf(name, what string) int {
	var number int
	if _, err := fmt.Sscanf(name, what+"%d", &number); err != nil || name != what+strconv.Itoa(number) {
		return 0
	}
	return number
}

// Keep moves the result that is in a folder, with the folders of its launches, to a folder of its own in it: run-1, run-2 and so
// on, the latest with the highest number. It returns that folder, and "" if there was no result. The entries named in stay are not
// moved. Of a symbolic link the link is moved, not its target.
func Keep(dir string, stay ...string) (to string, err error) {
	var names []string
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if ofResult(dir, entry) && !slices.Contains(stay, entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	if len(names) == 0 {
		return "", nil
	}
	to = RunDir(dir, lastRun(dir)+1)
	if err := os.Mkdir(to, 0o755); err != nil {
		return "", err
	}
	for _, name := range names {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(to, name)); err != nil {
			return "", err
		}
	}
	return to, nil
}

var resultFiles = []string{JSONName, CSVName, PageName}

// ofResult reports whether an entry of a folder belongs to the result there: a file of it, or the folder of a launch with one.
func ofResult(dir string, entry os.DirEntry) bool {
	if slices.Contains(resultFiles, entry.Name()) {
		return !entry.IsDir()
	}
	if numberOf(entry.Name(), "launch-") == 0 {
		return false
	}
	return entry.Type() == os.ModeSymlink || entry.IsDir() && slices.ContainsFunc(resultFiles, func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, entry.Name(), name))
		return err == nil
	})
}

// Writable returns the error that writing a result to dir would cause. It leaves nothing behind.
func Writable(dir string) error {
	var missing []string
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); !os.IsNotExist(err) {
			break
		}
		missing = append(missing, at)
	}
	defer func() {
		for _, made := range missing {
			os.Remove(made)
		}
	}()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range []string{JSONName, CSVName, PageName} {
		path := filepath.Join(dir, name)
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a folder, want a file", path)
		}
	}
	try := filepath.Join(dir, JSONName+".try")
	defer os.Remove(try)
	return Save(try, func(w io.Writer) error {
		_, err := w.Write(make([]byte, 64<<10)) // at least as much as the head of bench.json
		return err
	})
}
