package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// Another module can require this one as docs/tutorials/go-program.md describes, and run the program of that
// page.
func TestSystemUsedByAnotherModule(t *testing.T) {
	here, err := os.Getwd()
	require.NoError(t, err)
	_, program, found := strings.Cut(contentOf(t, "docs/tutorials/go-program.md"), "```go\n")
	require.True(t, found)
	program, _, _ = strings.Cut(program, "```")

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644))
	run := func(args ...string) string {
		command := proctest.Command(t, "go", args...)
		command.Dir = dir
		return ran(t, command, "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "GOWORK=off", "TOPOCOLL_RANKS=8")
	}
	run("mod", "init", "example.com/yours")
	run("mod", "edit", "-require", "topocoll@v0.0.0", "-replace", "topocoll="+here)
	assert.Equal(t, 8, strings.Count(run("run", "."), " has 28\n"))
}
