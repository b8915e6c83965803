package cluster_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// ranks returns the processes of the ranks.
func (r *round) ranks() []int {
	return slices.DeleteFunc(r.called(binary), func(pid int) bool {
		environment, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		return !bytes.Contains(environment, []byte("OMPI_COMM_WORLD_RANK=")) && !bytes.Contains(environment,
			[]byte("PMI_RANK="))
	})
}

// called returns the processes of this round's job with one of these command names. Without names, it
// returns all processes of the job.
func (r *round) called(programs ...string) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		environment, _ := os.ReadFile(file)
		if !bytes.Contains(environment, fmt.Appendf(nil, `TOPOCOLL_JOB={"name":"%d-`, r.run.Process.Pid)) {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		command, _, _ := strings.Cut(string(line), "\x00")
		if len(programs) == 0 || slices.Contains(programs, command) || slices.Contains(programs,
			filepath.Base(command)) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// pick returns a random process, or 0 if there is none.
func (r *round) pick(pids []int) int {
	if len(pids) == 0 {
		return 0
	}
	return pids[r.random.IntN(len(pids))]
}

// signal sends a signal to a process. It does nothing if the process is 0 or has ended.
func (r *round) signal(s syscall.Signal, pid int) {
	if pid != 0 {
		syscall.Kill(pid, s)
	}
}
