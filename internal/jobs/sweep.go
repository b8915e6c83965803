package jobs

import (
	"fmt"
	"os"
	"path/filepath"
)

// sharedMemory is where Open MPI keeps the segments that the ranks of a host talk through.
var sharedMemory = "/dev/shm"

// A session is what mpirun keeps on disk while it runs, and the number that all it makes is named by.
type session struct {
	mpirun int // process
	family uint32
}

// look notes the number, once it is known. An mpirun that is killed or told to end at a bad moment may take the folder
// away and leave the segments.
func (s *session) look() {
	if s.family != 0 {
		return
	}
	for _, folder := range s.folders() {
		text, _ := os.ReadFile(filepath.Join(folder, "contact.txt"))
		var name uint32
		if _, err := fmt.Sscanf(string(text), "%d.0;", &name); err == nil {
			s.family = name >> 16
		}
	}
}

func (s *session) folders() []string {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), "ompi.*", fmt.Sprintf("pid.%d", s.mpirun)))
	return folders
}

// sweep takes away what is left of the session, and of those of the daemons that ran on this machine, once no process
// of it is. One that ended in order has left nothing.
func (s *session) sweep() {
	s.look()
	for _, folder := range s.folders() {
		os.RemoveAll(folder)
	}
	if s.family == 0 {
		return
	}
	for _, pattern := range []string{
		filepath.Join(sharedMemory, fmt.Sprintf("vader_segment.*.%d.%x????.*", os.Getuid(), s.family)),
		filepath.Join(os.TempDir(), fmt.Sprintf("ompi.*.%d", os.Getuid()), fmt.Sprintf("jf.%d", s.family)),
	} {
		left, _ := filepath.Glob(pattern)
		for _, path := range left {
			os.RemoveAll(path)
		}
	}
}
