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
	require.NoError(f, checked(2, size{8, 1.1, "chain"}, size{16, 1, ""}).Write(&good))
	f.Add(good.Bytes())
	for _, text := range []string{"", "{}",
		`{"schema":2,"launches":[{"times":[{"operation":"bcast","bytes":8,"median_ns":1,"ratio":1}]},{` +
			`"with":true}]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		name := filepath.Join(t.TempDir(), FileName)
		require.NoError(t, os.WriteFile(name, text, 0o644))
		if c, err := Read(name); err == nil {
			(&Check{Library: c.Library, Network: c.Network, SHA256: c.SHA256, Pairs: 3}).Resume(c)
			c.Write(&bytes.Buffer{}) // must not panic for any numbers
		}
	})
}
