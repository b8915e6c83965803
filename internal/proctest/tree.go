package proctest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A process describes a process of this machine, from /proc.
type process struct {
	pid, parent, session int
	state                string
	exe, commandLine     string
	waitChannel          string // kernel function in which it waits
}

type processTree []process

// processes returns the process `root`, all processes in its session, and all descendants of these processes.
// Without /proc, it returns only `root`.
func processes(root int) (t processTree) {
	all := allProcesses()
	for grew := true; grew; {
		grew = false
		for i, p := range all {
			mine := p.pid == root || p.session == root ||
				slices.ContainsFunc(t, func(q process) bool { return q.pid == p.parent })
			if mine && p.pid != 0 {
				t, grew = append(t, p), true
				all[i].pid = 0 // mark the process as already in the tree
			}
		}
	}
	if len(t) == 0 {
		t = processTree{{pid: root}}
	}
	return t
}

func allProcesses() (all []process) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		dir := filepath.Dir(file)
		stat, _ := os.ReadFile(file) // the process may have ended
		_, rest, found := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest) // the first of these fields is the process state
		if !found || len(fields) < 4 {
			continue
		}
		p := process{state: fields[0]}
		p.pid, _ = strconv.Atoi(filepath.Base(dir))
		p.parent, _ = strconv.Atoi(fields[1])
		p.session, _ = strconv.Atoi(fields[3])
		p.exe, _ = os.Readlink(dir + "/exe")
		line, _ := os.ReadFile(dir + "/cmdline")
		p.commandLine = strings.TrimSpace(strings.ReplaceAll(string(line), "\x00", " "))
		waits, _ := os.ReadFile(dir + "/wchan")
		p.waitChannel = string(waits)
		all = append(all, p)
	}
	return all
}

func (t processTree) String() string {
	var text strings.Builder
	for _, p := range t {
		fmt.Fprintf(&text, "  %d, child of %d, %s %s: %.300s\n", p.pid, p.parent, p.state, p.waitChannel,
			p.commandLine)
	}
	return text.String()
}

// Running returns the command lines of all processes on this machine, by process id.
func Running() map[int]string {
	lines := map[int]string{}
	for _, p := range allProcesses() {
		lines[p.pid] = p.commandLine
	}
	return lines
}

// Segments returns the shared-memory files of ranks that are directly in /dev/shm, outside the folders of
// jobs. It omits the files of processes that were started without mpirun, such as tests that call MPI
// themselves. Open MPI 5.0 leaves such files behind (open-mpi/ompi#11123).
func Segments() (files []string) {
	for _, pattern := range []string{"vader_segment.*", "sm_segment.*", "mpich_*"} {
		names, _ := filepath.Glob("/dev/shm/" + pattern)
		files = append(files, names...)
	}
	return slices.DeleteFunc(files, hasNoMpirun)
}

// hasNoMpirun reports whether a segment belongs to a process that was started without mpirun. Such a process
// has job number 0. The segment's name is sm_segment.HOST.UID.JOB.RANK, and the last four hex digits of JOB
// are the job number.
func hasNoMpirun(segment string) bool { return strings.HasSuffix(segment, "0000.0") }

// Leftovers returns a function that removes the shared-memory files that this process leaves behind if it
// runs without mpirun. Call Leftovers before MPI_Finalize, and `remove` after it.
func Leftovers() (remove func()) {
	text, _ := os.ReadFile("/proc/self/maps")
	return func() {
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); len(words) == 6 &&
				strings.HasPrefix(words[5], "/dev/shm/sm_segment.") && hasNoMpirun(words[5]) {
				os.Remove(words[5])
			}
		}
	}
}

// InUse reports whether any process of this machine has mapped the file, or a file in a folder of that name.
func InUse(file string) bool {
	maps, _ := filepath.Glob("/proc/[0-9]*/maps")
	return slices.ContainsFunc(maps, func(name string) bool {
		text, _ := os.ReadFile(name)
		return slices.ContainsFunc([]string{"\n", "/", " (deleted)"}, func(end string) bool {
			return strings.Contains(string(text), file+end)
		})
	})
}
