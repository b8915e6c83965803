package jobs

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// reap kills the remaining processes of a job whose mpirun has ended: an mpirun that was killed, or has lost a host,
// cannot end them.
func reap(mark string) {
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		left := marked(mark)
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// marked lists the processes that have a variable in their environment.
func marked(variable string) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		environment, err := os.ReadFile(file)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && pid != os.Getpid() && slices.Contains(strings.Split(string(environment), "\x00"), variable) {
			pids = append(pids, pid)
		}
	}
	return pids
}
