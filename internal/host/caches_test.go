package host

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rootWith returns a folder that contains the given files, by their paths.
func rootWith(t *testing.T, files map[string]string) string {
	root := t.TempDir()
	for file, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, file)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, file), []byte(text), 0o644))
	}
	return root + "/"
}

// A cache that several cores share counts once. If the kernel lists no third level, a default size is
// assumed.
func TestCaches(t *testing.T) {
	type cache struct{ level, size, shared string }
	write := func(cores ...[]cache) string {
		files := map[string]string{}
		for cpu, all := range cores {
			for i, c := range all {
				folder := fmt.Sprintf("sys/devices/system/cpu/cpu%d/cache/index%d/", cpu, i)
				files[folder+"level"], files[folder+"size"], files[folder+"shared_cpu_list"] = c.level+"\n",
					c.size+"\n", c.shared+"\n"
			}
		}
		return rootWith(t, files)
	}
	one := []cache{{"1", "48K", "0"}, {"2", "2048K", "0"}, {"3", "107520K", "0-1"}}
	other := []cache{{"1", "48K", "1"}, {"2", "2048K", "1"}, {"3", "107520K", "0-1"}}
	second := []cache{{"2", "1024K", "2"}, {"3", "65536K", "2"}}
	assert.Equal(t, Caches{2 << 20, 105 << 20, 105 << 20}, cachesBelow(write(one, other)))
	assert.Equal(t, Caches{2 << 20, 105 << 20, 169 << 20}, cachesBelow(write(one, other, second)))
	assert.Equal(t, Caches{4 << 20, 32 << 20, 32 << 20}, cachesBelow(write([]cache{{"2", "4096K", "0"}})),
		"no third level")
	assert.Equal(t, Caches{0, 32 << 20, 32 << 20}, cachesBelow(write()), "no files")
}
