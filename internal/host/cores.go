package host

import (
	"math"
	"runtime"
	"strconv"
	"strings"
)

// Cores returns the number of cores for ranks that this process starts: the cores in its affinity mask,
// within the cgroup's quota. The hardware threads of one core count once.
func Cores() int {
	if cores := CoresIn(Affinity()); cores > 0 {
		return withinQuota(cores)
	}
	return withinQuota(runtime.NumCPU())
}

// CoresIn returns the number of cores in a list of CPUs of this host, in the format of the kernel. The
// hardware threads of one core count once.
func CoresIn(list string) int {
	cores := map[string]bool{}
	for _, cpu := range CPUs(list) {
		siblings := firstLine("/sys/devices/system/cpu/cpu" + strconv.Itoa(cpu) +
			"/topology/thread_siblings_list")
		if siblings == "" {
			siblings = strconv.Itoa(cpu)
		}
		cores[siblings] = true
	}
	return len(cores)
}

// UsableCores returns the number of online CPUs of the machine, within the cgroup's quota. It ignores the
// affinity mask, because the mask of one rank does not limit the whole job.
func UsableCores() int {
	cores := len(onlineCPUs())
	if cores == 0 {
		cores = runtime.NumCPU()
	}
	return withinQuota(cores)
}

// Confined reports whether the affinity mask of this process excludes any online CPU.
func Confined() bool { return len(CPUs(Affinity())) < len(onlineCPUs()) }

func onlineCPUs() []int { return CPUs(firstLine("/sys/devices/system/cpu/online")) }

// Quota returns the processor time that the cgroup may use in each period, in the format of cgroup 2's
// cpu.max: "max 100000" or "50000 100000". If enclosing cgroups have lower limits, it returns the lowest
// limit. It returns "" if no limit is known.
func Quota() string { return quotaBelow("/") }

// quotaBelow is like Quota, but for a machine whose files are below `root`.
func quotaBelow(root string) (lowest string) {
	for _, folder := range cgroupFolders(root, "cpu") {
		if q := quotaOf(folder); q != "" && (lowest == "" || quotaCores(q) < quotaCores(lowest)) {
			lowest = q
		}
	}
	return lowest
}

// quotaOf returns the quota of one cgroup, without the enclosing cgroups.
func quotaOf(folder string) string {
	if quota := firstLine(folder + "cpu.max"); quota != "" { // cgroup 2
		return quota
	}
	time, period := firstLine(folder+"cpu.cfs_quota_us"), firstLine(folder+"cpu.cfs_period_us")
	switch {
	case time == "" || period == "":
		return ""
	case strings.HasPrefix(time, "-"):
		time = "max"
	}
	return time + " " + period
}

// quotaCores returns the number of cores that a quota stands for, or infinity if it sets no limit.
func quotaCores(quota string) float64 {
	time, period, _ := strings.Cut(quota, " ")
	q, _ := strconv.ParseFloat(time, 64)
	if t, _ := strconv.ParseFloat(period, 64); q > 0 && t > 0 {
		return q / t
	}
	return math.Inf(1)
}

// withinQuota limits a number of cores to the cgroup's quota, rounded down but at least 1.
func withinQuota(cores int) int {
	if limit := quotaCores(Quota()); limit < float64(cores) {
		return max(1, int(limit))
	}
	return cores
}
