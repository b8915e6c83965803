package job

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// countChildren counts the running children of a process. known reports whether the kernel lists them.
func countChildren(pid int) (n int, known bool) {
	// the kernel lists a child under the thread that started it
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		known = true
		for _, child := range bytes.Fields(text) {
			if isRunning(string(child)) {
				n++
			}
		}
	}
	return n, known
}

// isRunning reports whether a process has not ended. A zombie has ended.
func isRunning(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	_, state, _ := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
	return err == nil && !bytes.HasPrefix(state, []byte("Z"))
}
