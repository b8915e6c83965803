package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"topocoll/internal/exit"
)

// A libraryFile is the path of libtopocoll.so; "" means beside this program, or in ../lib.
type libraryFile string

func (f libraryFile) find() (string, error) {
	const name = "libtopocoll.so"
	if f != "" {
		file, err := filepath.Abs(string(f))
		if err == nil {
			_, err = os.Stat(file)
		}
		return file, exit.Usage(err)
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	beside := filepath.Dir(self)
	for _, file := range []string{filepath.Join(beside, name), filepath.Join(beside, "..", "lib", name)} {
		if _, err := os.Stat(file); err == nil {
			return filepath.Clean(file), nil
		}
	}
	return "", fmt.Errorf("no %s beside %s or in ../lib; run make build, or use --library FILE", name,
		self)
}

// preloadPath returns a path of the library for LD_PRELOAD, in which blanks and colons separate paths. If the
// library's path has such a character, preloadPath returns a link to the library. The function `remove`
// removes the link.
func (f libraryFile) preloadPath() (name string, remove func(), err error) {
	remove = func() {}
	name, err = f.find()
	if err != nil || !strings.ContainsAny(name, " :") {
		return name, remove, err
	}
	dir, err := os.MkdirTemp("/tmp", "topocoll-") // TMPDIR may have a blank too
	if err != nil {
		return "", remove, err
	}
	link := filepath.Join(dir, filepath.Base(name))
	return link, func() { os.RemoveAll(dir) }, os.Symlink(name, link)
}
