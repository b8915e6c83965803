package tune

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Whatever is read as a state has a table that can be written.
func FuzzRead(f *testing.F) {
	var good bytes.Buffer
	require.NoError(f, State{Schema: schema, Library: "x", Points: []Point{point(8, ratios{"hcube/bcast": 0.5}), point(64, ratios{"ring/bcast": 2})}}.Write(&good))
	f.Add(good.Bytes())
	for _, text := range []string{"", "{}", `{"schema":1,"library":"x"}`, `{"schema":1,"library":"x","points":[{"op":"bcast"}]}`} {
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

// Whatever is read as a check can go on and be summarised.
func FuzzReadCheck(f *testing.F) {
	var good bytes.Buffer
	require.NoError(f, checked(2, size{8, 1.1, "chain"}, size{16, 1, ""}).Write(&good))
	f.Add(good.Bytes())
	for _, text := range []string{"", "{}", `{"schema":1,"launches":[{"times":[{"op":"bcast","bytes":8,"median_ns":1,"ratio":1}]},{"with":true}]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		name := filepath.Join(t.TempDir(), CheckName)
		require.NoError(t, os.WriteFile(name, text, 0o644))
		if c, err := ReadCheck(name); err == nil {
			(&Check{Library: c.Library, Network: c.Network, SHA256: c.SHA256, Pairs: 3}).GoesOn(c)
			c.Write(&bytes.Buffer{}) // of whatever numbers
		}
	})
}
