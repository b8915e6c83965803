package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// make install works for a folder with a space in its name, and for a user whose umask denies other users
// access to new files.
func TestSystemInstall(t *testing.T) {
	needs(t, "make")
	// go test caches a result unless a file changes that the test has read
	require.FileExists(t, "Makefile")
	require.FileExists(t, "scripts/install")
	program := filepath.Join(t.TempDir(), "topocoll")
	ran(t, proctest.Command(t, "go", "build", "-o", program, "."), "CGO_ENABLED=0")

	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(program), "libtopocoll.so"),
		[]byte("a library"), 0o600))

	stage, prefix := t.TempDir(), "/a folder"
	run := func(target string) {
		ran(t, proctest.Command(t, "sh", "-c", `umask 077; exec make -s "$@"`, "sh", target,
			"TOPOCOLL="+program, "DESTDIR="+stage, "PREFIX="+prefix))
	}
	run("install")
	want := map[string]fs.FileMode{
		"bin/topocoll":                                  0o755,
		"lib/libtopocoll.so":                            0o755,
		"share/man/man1/topocoll.1":                     0o644,
		"share/bash-completion/completions/topocoll":    0o644,
		"share/zsh/site-functions/_topocoll":            0o644,
		"share/fish/vendor_completions.d/topocoll.fish": 0o644,
	}
	root := filepath.Join(stage, prefix)
	assert.Equal(t, want, modes(t, root))
	assert.Contains(t, contentOf(t, filepath.Join(root, "share/man/man1/topocoll.1")), ".SH \"EXIT STATUS\"")

	bash := proctest.Command(t, "bash", "-c", `. "$0/share/bash-completion/completions/topocoll" &&
		COMP_LINE='topocoll ben' COMP_POINT=12 && _topocoll "$0/bin/topocoll" ben && echo "${COMPREPLY[*]}"`,
		root)
	assert.Equal(t, "bench\n", ran(t, bash, "LC_ALL=C"))

	run("uninstall")
	assert.Empty(t, modes(t, root))
}

// modes returns the files below a folder with their modes. Folders must be open to all.
func modes(t *testing.T, root string) map[string]fs.FileMode {
	found := map[string]fs.FileMode{}
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if entry.IsDir() {
			assert.Equal(t, fs.FileMode(0o755), info.Mode().Perm(), path)
			return nil
		}
		name, err := filepath.Rel(root, path)
		found[name] = info.Mode().Perm()
		return err
	}))
	return found
}
