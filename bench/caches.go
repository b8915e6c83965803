package bench

import (
	"path/filepath"
	"strconv"
	"strings"
)

// caches are those of a machine that matter when calls are to find nothing in them; sizes are in bytes.
type caches struct {
	private int // the largest of level 2: one rank has it to itself
	last    int // the largest of the last level
	all     int // all of the last level together: a machine may have several
}

// unknownCache is taken for the last level where the kernel tells of none from level 3 on.
const unknownCache = 32 << 20

// cachesOf reads what the kernel says of the caches of the machine whose files are below root.
func cachesOf(root string) caches {
	var c caches
	folders, _ := filepath.Glob(root + "sys/devices/system/cpu/cpu[0-9]*/cache/index[0-9]*")
	seen, level := map[string]bool{}, 3
	for _, folder := range folders {
		at, _ := strconv.Atoi(firstLine(folder + "/level"))
		size := cacheSize(firstLine(folder + "/size"))
		one := strconv.Itoa(at) + " of " + firstLine(folder+"/shared_cpu_list")
		if seen[one] {
			continue
		}
		seen[one] = true
		if at == 2 {
			c.private = max(c.private, size)
		}
		if at > level {
			level, c.last, c.all = at, 0, 0
		}
		if at == level {
			c.last, c.all = max(c.last, size), c.all+size
		}
	}
	if c.all == 0 {
		c.last, c.all = unknownCache, unknownCache
	}
	return c
}

// cacheSize reads the size of a cache as the kernel writes it, "107520K"; 0 if it is none.
func cacheSize(text string) int {
	digits, kilo := strings.CutSuffix(text, "K")
	n, _ := strconv.Atoi(digits)
	if kilo {
		n <<= 10
	}
	return max(0, n)
}

// coldBytes is how much memory the calls of one of the ranks of a machine go through before they come back to where
// they were, if they are to find nothing of it in a cache. Each half, input words and results, is alone twice what
// there is of the last level, shared by the ranks, or twice the largest that one rank can have to itself, and four
// times its level 2.
func (c caches) coldBytes(ranks int) int {
	return 2 * max(min(2*c.all/ranks, 2*c.last), 4*c.private)
}
