package bench

import (
	"bufio"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"topocoll/bench/results"
)

// thisHost reads what the kernel says of this machine. What it does not say stays empty.
func thisHost() results.Host {
	h := results.Host{
		CPU:      field("/proc/cpuinfo", "model name"),
		Cores:    usableCores(),
		Governor: firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
		Turbo:    turbo(),
		Kernel:   firstLine("/proc/sys/kernel/osrelease"),
		Quota:    quota(),
		Boot:     firstLine("/proc/sys/kernel/random/boot_id"),
	}
	h.Container, h.Load = container(), load()
	return h
}

// load is the average number of runnable tasks of the last minute.
func load() float64 {
	average, _ := strconv.ParseFloat(strings.SplitN(firstLine("/proc/loadavg"), " ", 2)[0], 64)
	return average
}

// container is the kind of container this process is in, "" where nothing says so.
func container() string {
	for file, kind := range map[string]string{"/.dockerenv": "docker", "/run/.containerenv": "podman"} {
		if _, err := os.Stat(file); err == nil {
			return kind
		}
	}
	return os.Getenv("container") // systemd-nspawn, Apptainer and others
}

// memoryNode is the NUMA node of a CPU, -1 where the kernel does not say.
func memoryNode(cpu int) int {
	found, _ := filepath.Glob("/sys/devices/system/cpu/cpu" + strconv.Itoa(cpu) + "/node*")
	if len(found) != 1 {
		return -1
	}
	node, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(found[0]), "node"))
	if err != nil {
		return -1
	}
	return node
}

// affinity is the list of CPUs that this process may run on, as the kernel writes it.
func affinity() string { return field("/proc/self/status", "Cpus_allowed_list") }

// usableCores counts the CPUs of the machine, less what the cgroup's quota takes away. The affinity of
// one rank says what that rank may use, not what the job may.
func usableCores() int {
	cores := len(cpus(firstLine("/sys/devices/system/cpu/online")))
	if cores == 0 {
		cores = runtime.NumCPU()
	}
	return withinQuota(cores)
}

// withinQuota is cores, less what the cgroup's quota takes away.
func withinQuota(cores int) int {
	if time, period, found := strings.Cut(quota(), " "); found && time != "max" {
		q, _ := strconv.ParseFloat(time, 64)
		if t, _ := strconv.ParseFloat(period, 64); q > 0 && t > 0 {
			cores = min(cores, max(1, int(q/t)))
		}
	}
	return cores
}

// quota is the processor time that the cgroup has in a period, "max 100000" or "50000 100000", as cpu.max of
// cgroup 2 has it; "" where the kernel does not say.
func quota() string {
	if max := firstLine("/sys/fs/cgroup/cpu.max"); max != "" {
		return max
	}
	time, period := firstLine("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), firstLine("/sys/fs/cgroup/cpu/cpu.cfs_period_us")
	switch {
	case time == "" || period == "":
		return ""
	case strings.HasPrefix(time, "-"):
		time = "max"
	}
	return time + " " + period
}

// Cores counts the cores that ranks started by this process can have to themselves: those of its affinity,
// hardware threads of one core counted once, within the cgroup's quota.
func Cores() int {
	cores := map[string]bool{}
	for _, cpu := range cpus(affinity()) {
		siblings := firstLine("/sys/devices/system/cpu/cpu" + strconv.Itoa(cpu) + "/topology/thread_siblings_list")
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

// Confined reports whether this process may not use all CPUs of the machine.
func Confined() bool {
	return len(cpus(affinity())) < len(cpus(firstLine("/sys/devices/system/cpu/online")))
}

// cpus reads a list like 0-3,8.
func cpus(list string) []int {
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

func turbo() string {
	switch {
	case firstLine("/sys/devices/system/cpu/intel_pstate/no_turbo") == "0", firstLine("/sys/devices/system/cpu/cpufreq/boost") == "1":
		return "on"
	case firstLine("/sys/devices/system/cpu/intel_pstate/no_turbo") == "1", firstLine("/sys/devices/system/cpu/cpufreq/boost") == "0":
		return "off"
	}
	return ""
}

// lastCPU is the CPU this process was last seen on.
func lastCPU() int {
	stat := firstLine("/proc/self/stat")
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 37 {
		return -1
	}
	cpu, err := strconv.Atoi(fields[36])
	if err != nil {
		return -1
	}
	return cpu
}

func firstLine(path string) string {
	text, _ := os.ReadFile(filepath.Clean(path))
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(line)
}

// field is the value of the first line "name: value" of a file.
func field(path, name string) string {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return ""
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if key, value, found := strings.Cut(lines.Text(), ":"); found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
