package results

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

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
