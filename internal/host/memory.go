package host

import (
	"math"
	"os"
	"strconv"
	"strings"
)

// FreeMemory returns the number of bytes that can be allocated without swapping, within the limit of the
// cgroup. It returns 0 if the number is not known.
func FreeMemory() int64 { return freeMemoryBelow("/") }

// freeMemoryBelow is like FreeMemory, but for a machine whose files are below `root`.
func freeMemoryBelow(root string) int64 {
	available, known := parseNumber(fieldValue(root+"proc/meminfo", "MemAvailable"))
	if !known {
		return 0
	}
	least := available << 10 // MemAvailable is in kB
	for _, folder := range cgroupFolders(root, "memory") {
		for _, of := range []struct{ limit, used, cache string }{ // names in cgroup 2 and in cgroup 1
			{"memory.max", "memory.current", "inactive_file"},
			{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"},
		} {
			if limit, limited := parseNumber(firstLine(folder + of.limit)); limited {
				used, _ := parseNumber(firstLine(folder + of.used))
				// the kernel frees cached memory on demand
				cache, _ := parseNumber(fieldValue(folder+"memory.stat", of.cache))
				least = min(least, max(1, limit-used+cache))
			}
		}
	}
	return least
}

// OwnMemory returns the number of bytes of memory that only this process uses, without files and shared
// memory. It returns 0 if the number is not known.
func OwnMemory() int64 {
	pages := strings.Fields(firstLine("/proc/self/statm")) // columns: size, resident, shared, ...
	if len(pages) < 3 {
		return 0
	}
	resident, _ := parseNumber(pages[1])
	shared, _ := parseNumber(pages[2])
	return (resident - shared) * int64(os.Getpagesize())
}

// FormatMemory formats a number of bytes, for example as "1.5 GiB".
func FormatMemory(bytes int64) string {
	value, unit := float64(bytes)/(1<<20), " MiB"
	for _, larger := range []string{" GiB", " TiB", " PiB"} {
		if value < 1024 {
			break
		}
		value, unit = value/1024, larger
	}
	return strconv.FormatFloat(math.Round(value*10)/10, 'f', -1, 64) + unit
}
