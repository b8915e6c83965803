package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Caches that several cores share count once, and where the kernel tells of no third level some size is taken.
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
	assert.Equal(t, caches{2 << 20, 105 << 20, 105 << 20}, cachesOf(write(one, other)))
	assert.Equal(t, caches{2 << 20, 105 << 20, 169 << 20}, cachesOf(write(one, other, second)))
	assert.Equal(t, caches{4 << 20, 32 << 20, 32 << 20}, cachesOf(write([]cache{{"2", "4096K", "0"}})), "no third level")
	assert.Equal(t, caches{0, 32 << 20, 32 << 20}, cachesOf(write()), "nothing said")
}

func TestColdBytes(t *testing.T) {
	one := caches{private: 2 << 20, last: 100 << 20, all: 100 << 20}
	assert.Equal(t, 2*(200<<20), one.coldBytes(1))
	assert.Equal(t, 2*(50<<20), one.coldBytes(4))
	assert.Equal(t, 2*(8<<20), one.coldBytes(100), "four times level 2")
	sixteen := caches{private: 1 << 20, last: 32 << 20, all: 16 * 32 << 20}
	assert.Equal(t, 2*(64<<20), sixteen.coldBytes(2), "a rank cannot fill more than one of them")
	assert.Equal(t, 2*(16<<20), sixteen.coldBytes(64))
}
