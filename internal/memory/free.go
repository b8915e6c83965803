// Package memory finds how much memory this process can use.
package memory

import (
	"math"
	"os"
	"strconv"
	"strings"
)

// Free returns the number of bytes that can be allocated without swapping, within the limit of the cgroup; 0 if it is
// not known.
func Free() int64 { return free("/") }

// free is Free of the machine whose files are below root.
func free(root string) int64 {
	available, known := table(root+"proc/meminfo", ":")["MemAvailable"]
	if !known {
		return 0
	}
	least := available << 10                                        // kB
	for _, of := range []struct{ limit, used, stat, cache string }{ // cgroup 2 and 1
		{"memory.max", "memory.current", "memory.stat", "inactive_file"},
		{"memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes", "memory/memory.stat", "total_inactive_file"},
	} {
		folder := root + "sys/fs/cgroup/"
		if limit, limited := number(folder + of.limit); limited {
			used, _ := number(folder + of.used)
			cache := table(folder+of.stat, "")[of.cache] // the kernel frees it on demand
			least = min(least, max(1, limit-used+cache))
		}
	}
	return least
}

// Size formats a number of bytes: 1.5 GiB.
func Size(bytes int64) string {
	value, unit := float64(bytes)/(1<<20), " MiB"
	for _, larger := range []string{" GiB", " TiB", " PiB"} {
		if value < 1024 {
			break
		}
		value, unit = value/1024, larger
	}
	return strconv.FormatFloat(math.Round(value*10)/10, 'f', -1, 64) + unit
}

func number(file string) (n int64, found bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	n, err = strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// table reads lines of a name, a separator and a number; it ignores the rest of a line.
func table(file, separator string) map[string]int64 {
	text, _ := os.ReadFile(file)
	values := map[string]int64{}
	for _, line := range strings.Split(string(text), "\n") {
		if words := strings.Fields(line); len(words) > 1 {
			if n, err := strconv.ParseInt(words[1], 10, 64); err == nil {
				values[strings.TrimSuffix(words[0], separator)] = n
			}
		}
	}
	return values
}
