package proctest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A process is one that came of a command, as /proc shows it.
type process struct {
	pid, parent, session int
	state                string
	exe, line            string
	waits                string // the place in the kernel where it does
}

type tree []process

// processes are the one with an id, all in its session, and all that came of one of these. Where there is no /proc, it is one.
func processes(root int) (t tree) {
	all := everything()
	for grew := true; grew; {
		grew = false
		for i, p := range all {
			mine := p.pid == root || p.session == root || slices.ContainsFunc(t, func(q process) bool { return q.pid == p.parent })
			if mine && p.pid != 0 {
				t, grew = append(t, p), true
				all[i].pid = 0 // taken
			}
		}
	}
	if len(t) == 0 {
		t = tree{{pid: root}}
	}
	return t
}

// everything is what runs on this machine.
func everything() (all []process) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		dir := filepath.Dir(file)
		stat, _ := os.ReadFile(file) // it may have ended since
		_, rest, found := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest) // from the state on
		if !found || len(fields) < 4 {
			continue
		}
		p := process{state: fields[0]}
		p.pid, _ = strconv.Atoi(filepath.Base(dir))
		p.parent, _ = strconv.Atoi(fields[1])
		p.session, _ = strconv.Atoi(fields[3])
		p.exe, _ = os.Readlink(dir + "/exe")
		line, _ := os.ReadFile(dir + "/cmdline")
		p.line = strings.TrimSpace(strings.ReplaceAll(string(line), "\x00", " "))
		waits, _ := os.ReadFile(dir + "/wchan")
		p.waits = string(waits)
		all = append(all, p)
	}
	return all
}

func (t tree) String() string {
	var text strings.Builder
	for _, p := range t {
		fmt.Fprintf(&text, "  %d, child of %d, %s %s: %.300s\n", p.pid, p.parent, p.state, p.waits, p.line)
	}
	return text.String()
}

// Running is the command lines of all processes of this machine, with blanks between the words, by process.
func Running() map[int]string {
	lines := map[int]string{}
	for _, p := range everything() {
		lines[p.pid] = p.line
	}
	return lines
}

// Segments are the files of memory that ranks share, if they are not in the folder of a job. Those of processes that no mpirun has
// started, with the job 0, are not among them: Open MPI 5.0 leaves them behind (open-mpi/ompi#11123), and tests of MPI alone are such processes.
func Segments() (files []string) {
	for _, pattern := range []string{"vader_segment.*", "sm_segment.*", "mpich_*"} {
		names, _ := filepath.Glob("/dev/shm/" + pattern)
		files = append(files, names...)
	}
	return slices.DeleteFunc(files, alone)
}

// alone reports whether a segment is that of a process without mpirun: sm_segment.HOST.UID.JOB.RANK, and the last four of the job's hex digits 0.
func alone(segment string) bool { return strings.HasSuffix(segment, "0000.0") }

// Leftovers returns, before MPI_Finalize, the function that removes after it what this process leaves behind if it was without mpirun.
func Leftovers() (remove func()) {
	text, _ := os.ReadFile("/proc/self/maps")
	return func() {
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); len(words) == 6 && strings.HasPrefix(words[5], "/dev/shm/sm_segment.") && alone(words[5]) {
				os.Remove(words[5])
			}
		}
	}
}

// InUse reports whether a process has a file, or one under it, in its memory: other jobs may be under way.
func InUse(file string) bool {
	maps, _ := filepath.Glob("/proc/[0-9]*/maps")
	return slices.ContainsFunc(maps, func(name string) bool {
		text, _ := os.ReadFile(name)
		return strings.Contains(string(text), file)
	})
}
