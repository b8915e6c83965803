package job

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// children is how many children of a process run, and whether the kernel tells.
func children(pid int) (n int, known bool) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // a child is that of the thread that started it
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		known = true
		for _, child := range bytes.Fields(text) {
			if running(string(child)) {
				n++
			}
		}
	}
	return n, known
}

// running reports whether a process has not ended; its parent may not have asked yet how it did.
func running(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	_, state, _ := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
	return err == nil && !bytes.HasPrefix(state, []byte("Z"))
}
