package host

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A cache that several cores share counts once. Where the kernel lists no third level, a size is assumed.
func TestCaches(t *testing.T) {
	type cache struct{ level, size, shared string }
	write := func(cores ...[]cache) string {
		root := t.TempDir() + "/"
		for cpu, all := range cores {
			for i, c := range all {
				folder := fmt.Sprintf("%ssys/devices/system/cpu/cpu%d/cache/index%d", root, cpu, i)
				require.NoError(t, os.MkdirAll(folder, 0o755))
				for name, text := range map[string]string{"level": c.level, "size": c.size, "shared_cpu_list": c.shared} {
					require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text+"\n"), 0o644))
				}
			}
		}
		return root
	}
	one := []cache{{"1", "48K", "0"}, {"2", "2048K", "0"}, {"3", "107520K", "0-1"}}
	other := []cache{{"1", "48K", "1"}, {"2", "2048K", "1"}, {"3", "107520K", "0-1"}}
	second := []cache{{"2", "1024K", "2"}, {"3", "65536K", "2"}}
	assert.Equal(t, Caches{2 << 20, 105 << 20, 105 << 20}, cachesBelow(write(one, other)))
	assert.Equal(t, Caches{2 << 20, 105 << 20, 169 << 20}, cachesBelow(write(one, other, second)))
	assert.Equal(t, Caches{4 << 20, 32 << 20, 32 << 20}, cachesBelow(write([]cache{{"2", "4096K", "0"}})), "no third level")
	assert.Equal(t, Caches{0, 32 << 20, 32 << 20}, cachesBelow(write()), "no files")
}
