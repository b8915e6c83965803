package jobs

import (
	"fmt"
	"os"
	"path/filepath"
)

// sharedMemory is the folder of the segments through which Open MPI's ranks on a host communicate.
var sharedMemory = "/dev/shm"

// A session is the files of an mpirun: its session folder, and segments whose names contain its job family.
type session struct {
	mpirun int    // process id
	family uint32 // 0: not known yet
}

// look reads the job family as soon as the session folder has it. It is needed early: an mpirun that is ended at a bad
// moment may remove the folder and leave the segments.
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

// sweep removes the remaining files of the session, including those of the daemons on this machine, after all its
// processes have ended. After a regular end there are none.
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
