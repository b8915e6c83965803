// Package host reads properties of this machine from the kernel: its processor, cores, caches, memory and
// load. A property that the kernel does not report is empty, 0 or -1.
package host

import (
	"os"
	"strconv"
	"strings"
)

// CPU returns the model name of the processor.
func CPU() string { return fieldValue("/proc/cpuinfo", "model name") }

// Kernel returns the release of the kernel.
func Kernel() string { return firstLine("/proc/sys/kernel/osrelease") }

// Boot returns the identifier of the kernel's last boot, which emulated hosts and containers share.
func Boot() string { return firstLine("/proc/sys/kernel/random/boot_id") }

// Governor returns the frequency governor of the first CPU.
func Governor() string {
	return firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
}

// Turbo returns the state of turbo frequencies: "on", "off", or "" if the kernel does not report it.
func Turbo() string {
	noTurbo := firstLine("/sys/devices/system/cpu/intel_pstate/no_turbo")
	boost := firstLine("/sys/devices/system/cpu/cpufreq/boost")
	switch {
	case noTurbo == "0", boost == "1":
		return "on"
	case noTurbo == "1", boost == "0":
		return "off"
	}
	return ""
}

// Load returns the average number of runnable tasks over the last minute.
func Load() float64 {
	average, _, _ := strings.Cut(firstLine("/proc/loadavg"), " ")
	load, _ := strconv.ParseFloat(average, 64)
	return load
}

// Container returns the kind of container that this process runs in, or "" if none is detected.
func Container() string {
	for file, kind := range map[string]string{"/.dockerenv": "docker", "/run/.containerenv": "podman"} {
		if _, err := os.Stat(file); err == nil {
			return kind
		}
	}
	return os.Getenv("container") // systemd-nspawn, Apptainer and others
}

// PtraceScope returns the setting ptrace_scope of the Yama security module. Any value except "0" restricts
// which processes may read each other's memory.
func PtraceScope() string { return firstLine("/proc/sys/kernel/yama/ptrace_scope") }
