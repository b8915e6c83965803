package host

import (
	"path/filepath"
	"strconv"
	"strings"
)

// Caches holds the sizes of the second-level and last-level caches of a machine, in bytes.
type Caches struct {
	Private int // the largest second-level cache, which is private to one core
	Last    int // the largest last-level cache
	All     int // the sum of all last-level caches, because a machine may have several
}

// unknownCache is the assumed size of the last-level cache if the kernel lists no cache of level 3 or above.
const unknownCache = 32 << 20

// ReadCaches returns the caches of this machine.
func ReadCaches() Caches { return cachesBelow("/") }

// cachesBelow is like ReadCaches, but for a machine whose files are below `root`.
func cachesBelow(root string) Caches {
	var c Caches
	folders, _ := filepath.Glob(root + "sys/devices/system/cpu/cpu[0-9]*/cache/index[0-9]*")
	seen, last := map[string]bool{}, 3
	for _, folder := range folders {
		level, _ := strconv.Atoi(firstLine(folder + "/level"))
		size := cacheSize(firstLine(folder + "/size"))
		one := strconv.Itoa(level) + " of " + firstLine(folder+"/shared_cpu_list")
		if seen[one] {
			continue
		}
		seen[one] = true
		if level == 2 {
			c.Private = max(c.Private, size)
		}
		if level > last {
			last, c.Last, c.All = level, 0, 0
		}
		if level == last {
			c.Last, c.All = max(c.Last, size), c.All+size
		}
	}
	if c.All == 0 {
		c.Last, c.All = unknownCache, unknownCache
	}
	return c
}

// cacheSize parses the kernel's size of a cache, such as "107520K". It returns 0 for an invalid string.
func cacheSize(text string) int {
	digits, kilo := strings.CutSuffix(text, "K")
	n, _ := strconv.Atoi(digits)
	if kilo {
		n <<= 10
	}
	return max(0, n)
}
