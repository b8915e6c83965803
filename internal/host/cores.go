package host

import (
	"runtime"
	"strconv"
	"strings"
)

// Cores returns the number of cores for ranks that this process starts: the cores in its affinity mask,
// within the cgroup's quota. The hardware threads of one core count once.
func Cores() int {
	cores := map[string]bool{}
	for _, cpu := range CPUs(Affinity()) {
		siblings := firstLine("/sys/devices/system/cpu/cpu" + strconv.Itoa(cpu) +
			"/topology/thread_siblings_list")
		if siblings == "" {
			siblings = strconv.Itoa(cpu)
		}
		cores[siblings] = true
	}
	if len(cores) == 0 {
		return withinQuota(runtime.NumCPU())
	}
	return withinQuota(len(cores))
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
// cpu.max: "max 100000" or "50000 100000".
func Quota() string {
	if max := firstLine("/sys/fs/cgroup/cpu.max"); max != "" {
		return max
	}
	time, period := firstLine("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
		firstLine("/sys/fs/cgroup/cpu/cpu.cfs_period_us")
	switch {
	case time == "" || period == "":
		return ""
	case strings.HasPrefix(time, "-"):
		time = "max"
	}
	return time + " " + period
}

// withinQuota limits a number of cores to the cgroup's quota, rounded down but at least 1.
func withinQuota(cores int) int {
	if time, period, found := strings.Cut(Quota(), " "); found && time != "max" {
		q, _ := strconv.ParseFloat(time, 64)
		if t, _ := strconv.ParseFloat(period, 64); q > 0 && t > 0 {
			cores = min(cores, max(1, int(q/t)))
		}
	}
	return cores
}
