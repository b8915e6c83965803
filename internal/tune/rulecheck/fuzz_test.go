package rulecheck

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever is read as a check can go on and be summarised.
func FuzzRead(f *testing.F) {
	var good bytes.Buffer
	require.NoError(f, checked(2, size{8, 1.1, "chain"}, size{16, 1, ""}).Write(&good))
	f.Add(good.Bytes())
	for _, text := range []string{"", "{}",
		`{"schema":1,"launches":[{"times":[{"op":"bcast","bytes":8,"median_ns":1,"ratio":1}]},{"with":true}]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		name := filepath.Join(t.TempDir(), FileName)
		require.NoError(t, os.WriteFile(name, text, 0o644))
		if c, err := Read(name); err == nil {
			(&Check{Library: c.Library, Network: c.Network, SHA256: c.SHA256, Pairs: 3}).Resume(c)
			c.Write(&bytes.Buffer{}) // of whatever numbers
		}
	})
}
