package cluster_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Spaces and shell metacharacters in arguments reach the program unchanged, also if the path of the program,
// of topocoll or of the working folder contains such characters.
func TestSystemWordsArriveAsTheyAre(t *testing.T) {
	name := up(t, "ring:2")
	dir := filepath.Join(t.TempDir(), `a b's "c" $d`)
	require.NoError(t, os.Mkdir(dir, 0o755))
	self, program := filepath.Join(dir, "topo coll"), filepath.Join(dir, "pro gram")
	require.NoError(t, exec.Command("cp", binary, self).Run())
	script := "#!/bin/sh\n[ ${OMPI_COMM_WORLD_RANK-$PMI_RANK} = 1 ] || exit 0\nhostname; pwd; printf " +
		"'<%s>\\n' \"$@\"\n"
	require.NoError(t, os.WriteFile(program, []byte(script), 0o755))

	words := []string{"a  b", "$HOME", "it's", `say "x"`, "", `back\slash`, "*", "a;b|c&", "two\nlines", "--",
		"-n"}
	run, errors := on(name, append([]string{program}, words...)...)
	run.Path, run.Args[0], run.Dir = self, self, dir
	assert.Equal(t, "h1\n"+dir+"\n<"+strings.Join(words, ">\n<")+">\n", printed(t, run, errors))
}
