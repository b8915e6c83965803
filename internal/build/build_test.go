package build

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// The version has the commit, and reports whether files differ from it. The test builds a one-file program
// that prints Tool, in a separate repository.
func TestToolIsOfTheCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	dir := t.TempDir()
	source, err := os.ReadFile("build.go")
	require.NoError(t, err)
	text := strings.Replace(string(source), "package build", "package main", 1) +
		"\nfunc main() { print(Tool()) }\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(text), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module topocoll\n"), 0o600))
	in := func(words ...string) string {
		command := proctest.Command(t, words[0], words[1:]...)
		command.Dir = dir
		command.Env = append(command.Environ(), "GOWORK=off", "GIT_CONFIG_GLOBAL=/dev/null")
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%q: %s", words, out)
		return strings.TrimSpace(string(out))
	}
	version := func() string { return in("go", "run", "-buildvcs=true", ".") }

	in("git", "init", "--quiet")
	in("git", "add", ".")
	in("git", "-c", "user.name=a", "-c", "user.email=a", "commit", "--quiet", "--message=a")
	commit := in("git", "rev-parse", "HEAD")[:12]
	assert.Regexp(t, `^topocoll 1\.0\.0 \(\d{8} `+commit+`\)$`, version())

	require.NoError(t, os.WriteFile(filepath.Join(dir, "new"), nil, 0o600))
	assert.Regexp(t, commit+`\+dirty\)$`, version())

	in("git", "-c", "tag.gpgSign=false", "tag", "v1.0.0")
	require.NoError(t, os.Remove(filepath.Join(dir, "new")))
	assert.Equal(t, "topocoll 1.0.0", version())
}
