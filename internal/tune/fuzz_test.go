package tune

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// For every state that Read accepts, a table can be written.
func FuzzRead(f *testing.F) {
	var good bytes.Buffer
	require.NoError(f, State{Schema: schema, Library: "x", Points: []Point{point(8,
		ratios{"hcube/bcast": 0.5}), point(64, ratios{"ring/bcast": 2})}}.Write(&good))
	f.Add(good.Bytes())
	for _, text := range []string{"", "{}", `{"schema":2,"library":"x"}`,
		`{"schema":2,"library":"x","points":[{"operation":"bcast"}]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		name := filepath.Join(t.TempDir(), StateName)
		require.NoError(t, os.WriteFile(name, text, 0o644))
		if s, err := Read(name, "x", ""); err == nil {
			require.NoError(t, s.Table("", time.Time{}).Write(&bytes.Buffer{}))
		}
	})
}
