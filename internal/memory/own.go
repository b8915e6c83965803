package memory

import (
	"os"
	"strconv"
	"strings"
)

// Own returns the number of bytes of memory that this process has for itself alone: no files, and nothing that it shares with
// others; 0 if it is not known.
func Own() int64 {
	text, _ := os.ReadFile("/proc/self/statm")
	pages := strings.Fields(string(text)) // size, resident, shared, ...
	if len(pages) < 3 {
		return 0
	}
	resident, _ := strconv.ParseInt(pages[1], 10, 64)
	shared, _ := strconv.ParseInt(pages[2], 10, 64)
	return (resident - shared) * int64(os.Getpagesize())
}
