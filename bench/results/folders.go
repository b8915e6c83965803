package results

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// LaunchDir returns the folder of a launch (1 is the first) within the folder of its run.
func LaunchDir(dir string, number int) string {
	return filepath.Join(dir, "launch-"+strconv.Itoa(number))
}

// RunDir returns the folder of an earlier run (1 is the first) within the folder of the latest run.
func RunDir(dir string, number int) string {
	return filepath.Join(dir, "run-"+strconv.Itoa(number))
}

// LatestRunDir returns the folder of the latest earlier run, or "" if there is none.
func LatestRunDir(dir string) string {
	if last := lastRun(dir); last > 0 {
		return RunDir(dir, last)
	}
	return ""
}

// lastRun returns the highest number of an earlier run's folder in dir, or 0 if there is none.
func lastRun(dir string) (last int) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		last = max(last, folderNumber(entry.Name(), "run-"))
	}
	return last
}

// folderNumber returns the number after the prefix `what` in the name of a folder, or 0 if there is none.
func folderNumber(name, what string) int {
	var number int
	if _, err := fmt.Sscanf(name, what+"%d", &number); err != nil || name != what+strconv.Itoa(number) {
		return 0
	}
	return number
}

// KeepEarlierRun moves the result in a folder, and the folders of its launches, into a new subfolder run-N. N
// increases with each run. It returns the subfolder, or "" if there was no result. Entries whose names are in
// `stay` are not moved. It moves symbolic links, not their targets.
func KeepEarlierRun(dir string, stay ...string) (to string, err error) {
	var names []string
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if isResultEntry(dir, entry) && !slices.Contains(stay, entry.Name()) {
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

// isResultEntry reports whether an entry of dir is a file of a result, or the folder of a launch that
// contains such a file.
func isResultEntry(dir string, entry os.DirEntry) bool {
	if slices.Contains(FileNames(), entry.Name()) {
		return !entry.IsDir()
	}
	if folderNumber(entry.Name(), "launch-") == 0 {
		return false
	}
	return entry.Type() == os.ModeSymlink || entry.IsDir() && slices.ContainsFunc(FileNames(),
		func(name string) bool {
			_, err := os.Lstat(filepath.Join(dir, entry.Name(), name))
			return err == nil
		})
}

// CheckWritable returns the error that would occur if a result were written to dir. It leaves no new files.
func CheckWritable(dir string) error {
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
	for _, name := range FileNames() {
		path := filepath.Join(dir, name)
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a folder, but must be a file", path)
		}
	}
	try := filepath.Join(dir, JSONName+".try")
	defer os.Remove(try)
	return Save(try, func(w io.Writer) error {
		// CheckWritable writes 64 KiB, because the part of bench.json before the cells is not longer than that.
		_, err := w.Write(make([]byte, 64<<10))
		return err
	})
}
