package jobs

import (
	"fmt"
	"os"
	"path/filepath"
)

// sharedMemory is where Open MPI keeps the segments that the ranks of a host talk through.
var sharedMemory = "/dev/shm"

// sweep takes away what an mpirun that was killed has left: the folder of its session, and the segments of its job,
// whose number stands there. One that ended in order has left nothing.
func sweep(pid int) {
	sessions, _ := filepath.Glob(filepath.Join(os.TempDir(), "ompi.*", fmt.Sprintf("pid.%d", pid)))
	for _, session := range sessions {
		if family, found := familyOf(session); found {
			segments, _ := filepath.Glob(filepath.Join(sharedMemory, fmt.Sprintf("vader_segment.*.%d.%x????.*", os.Getuid(), family)))
			for _, segment := range segments {
				os.Remove(segment)
			}
		}
		os.RemoveAll(session)
	}
}

// familyOf reads the job family of a session, the upper half of the numbers of its jobs.
func familyOf(session string) (family uint32, found bool) {
	text, err := os.ReadFile(filepath.Join(session, "contact.txt"))
	if err != nil {
		return 0, false
	}
	_, err = fmt.Sscanf(string(text), "%d.0;", &family)
	return family >> 16, err == nil
}
