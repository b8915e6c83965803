package host

import (
	"path/filepath"
	"strconv"
	"strings"
)

// Affinity returns the list of CPUs that this process may run on, in the format of the kernel.
func Affinity() string { return fieldValue("/proc/self/status", "Cpus_allowed_list") }

// CPUs parses a list of CPUs in the format of the kernel, such as "0-3,8".
func CPUs(list string) []int {
	var all []int
	for _, part := range strings.Split(list, ",") {
		first, last, found := strings.Cut(part, "-")
		a, err := strconv.Atoi(first)
		if err != nil {
			continue
		}
		b := a
		if found {
			b, _ = strconv.Atoi(last)
		}
		for ; a <= b; a++ {
			all = append(all, a)
		}
	}
	return all
}

// LastCPU returns the CPU that this process last ran on.
func LastCPU() int {
	stat := firstLine("/proc/self/stat")
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 37 {
		return -1
	}
	return parseNumberOr(fields[36], -1)
}

// NUMANode returns the NUMA node of a CPU.
func NUMANode(cpu int) int {
	found, _ := filepath.Glob("/sys/devices/system/cpu/cpu" + strconv.Itoa(cpu) + "/node*")
	if len(found) != 1 {
		return -1
	}
	return parseNumberOr(strings.TrimPrefix(filepath.Base(found[0]), "node"), -1)
}
