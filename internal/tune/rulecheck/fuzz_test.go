package rulecheck

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every check that Read accepts can be continued and summarised.
func FuzzRead(f *testing.F) {
	var good bytes.Buffer
	c, _ := checked(f, 2, size{8, 1.1, "chain"}, size{16, 1, ""})
	require.NoError(f, c.Write(&good))
	f.Add(good.Bytes())
	for _, text := range []string{"", "{}", `{"schema":3,"begun":"2026-01-01T00:00:00Z","cells":[{}]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, FileName), text, 0o644))
		if c, err := Read(folder); err == nil && c != nil {
			(&Check{Library: c.Library, Network: c.Network, SHA256: c.SHA256, Pairs: 3}).Resume(c)
			c.Write(&bytes.Buffer{}) // must not panic for any numbers
		}
	})
}
