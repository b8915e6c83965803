package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
	"topocoll/tuned"
)

// speedup profiles a program, tunes its calls only, and keeps the table if and only if it reports that the
// program became faster.
func testDropInSpeedup(t *testing.T, k dropInKit, _ string) {
	out := filepath.Join(k.dir, "speedup")
	table := filepath.Join(out, "tuned.json")
	require.NoError(t, os.MkdirAll(out, 0o755))
	before := []byte(`{"schema": 3, "made": "2026-01-01T00:00:00Z", "library": "another", "choices": []}`)
	require.NoError(t, os.WriteFile(table, before, 0o644))
	run := func(words ...string) (string, error) {
		flags := []string{"speedup", "-n", "3", "-o", out, "--limit", "10s", "--launches", "1", "--"}
		text, err := proctest.Command(t, k.topocoll, append(flags, words...)...).CombinedOutput()
		return string(text), err
	}
	said, err := run(k.compile(t, "descent"), "2048", "40")
	require.NoError(t, err, said)
	assert.Equal(t, 3, strings.Count(said, " 0 wrong, error "), "the runs of the program: %s", said)
	after := contentOf(t, table)
	if strings.Contains(said, "topocoll: no speedup, so the new table is not kept in "+out+"\n") {
		assert.Equal(t, string(before), after)
		assert.NoFileExists(t, filepath.Join(out, "openmpi-rules.conf"))
	} else {
		assert.Contains(t, said, "topocoll: the new table is in "+out+"; use it with: "+k.topocoll+
			" run -n 3 --table "+out+" -- ")
		measured := tuned.Table{}
		require.NoError(t, json.Unmarshal([]byte(after), &measured))
		assert.NotEqual(t, "another", measured.Library)
	}
	assert.FileExists(t, filepath.Join(out, "tune.json"), "the measurements stay")

	said, err = run("true")
	assert.Error(t, err)
	assert.Contains(t, said, "the program wrote no profile")
}
