package cluster

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// jobVariable marks every process of a job, so that those that are left can be found.
const jobVariable = "TOPOCOLL_JOB"

// Reap ends what is left of a job that Job made, once its mpirun has ended: an mpirun that has lost a
// host cannot end the processes there. It returns how many there were.
func Reap(job []string) int {
	mark := []byte(lastWith(job, jobVariable+"="))
	reaped := map[int]bool{}
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		left := marked(mark)
		if len(left) == 0 {
			break
		}
		for _, pid := range left {
			reaped[pid] = true
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return len(reaped)
}

// WaitGivenUp waits until a rank of the job has given up, and reports whether that came before done. The
// file that says so goes away.
func WaitGivenUp(job []string, done <-chan struct{}) bool {
	file := strings.TrimPrefix(lastWith(job, GivenUp+"="), GivenUp+"=")
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		if os.Remove(file) == nil {
			return true
		}
		select {
		case <-done:
			return os.Remove(file) == nil
		case <-tick.C:
		}
	}
}

// lastWith returns the last variable of an environment that begins so.
func lastWith(environment []string, prefix string) (found string) {
	for _, variable := range environment {
		if len(variable) > len(prefix) && variable[:len(prefix)] == prefix {
			found = variable
		}
	}
	return found
}

// marked lists the processes that have a variable in their environment.
func marked(variable []byte) (pids []int) {
	if len(variable) == 0 {
		return nil
	}
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		environment, err := os.ReadFile(file)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && pid != os.Getpid() && bytes.Contains(append(environment, 0), append(variable[:len(variable):len(variable)], 0)) {
			pids = append(pids, pid)
		}
	}
	return pids
}
