package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
	"topocoll/internal/proctest"
	"topocoll/topo/pack"
)

// pack writes the trees for the ranks of a network, even with several ranks on a host.
func TestPack(t *testing.T) {
	links := netFile(t, "h0 s0 1gbit/h1 s0 1gbit/h2 s0 1gbit")
	for network, depth := range map[string]string{"ring:6": "3 for all roots, 5 for one root",
		"star:2,slots=2": "", links: ""} {
		file := filepath.Join(proctest.PlainDir(t), "packed.gz")
		assert.Regexp(t,
			`^`+file+` written: \d+ bytes, packed in \S+s; maximum depth of the trees: `+depth,
			shown(t, "pack "+network+" -o "+file))
		read, err := os.Open(file)
		require.NoError(t, err)
		defer read.Close()
		assert.NoError(t, pack.Into(networkOf(t, network).Between()).Read(read))
	}
}

func TestPackRefused(t *testing.T) {
	refuses(t, "pack", map[string]string{
		"torus":      "lacks the number of hosts; use, for example, torus:4x4",
		"crossbar:8": "use a star",
		"ring:257":   "ring:257 has room for 257 ranks, want 2 to 256",
		"star:1":     "star:1 has room for 1 ranks, want 2 to 256",
	})
	refusesWith(t, exit.Failed, "nowhere", "pack", "ring:4", "-o", "/nowhere/packed.gz")
}
