package results

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Writable says why a result could not be written in dir, before there is one. It leaves nothing behind.
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
			return fmt.Errorf("%s is a folder", path)
		}
	}
	try := filepath.Join(dir, JSONName+".try")
	defer os.Remove(try)
	return Save(try, func(w io.Writer) error {
		_, err := w.Write(make([]byte, 64<<10)) // no less than the head of bench.json
		return err
	})
}
