package job

import (
	"fmt"
	"os"
	"path/filepath"
)

// The states of the ranks in a report.
const (
	Running = iota
	Over    // the ranks are ending early; from now on, the stderr of mpirun itself is discarded
	Said    // like Over, and the ranks have already printed the reason
)

// A report is the latest state of a job that its ranks have reported. The exit code of mpirun does not
// suffice, because mpirun may change a code other than 0, and returns its own code when a rank or a host is
// lost.
type report struct {
	code   int // the exit code of the job if it fails from now on
	state  int
	exists bool // the ranks have left a report
}

// isComplete reports whether the job has all its results, so that its processes only have to exit.
func (r report) isComplete() bool { return r.exists && r.code == 0 && r.state == Running }

// Leave writes the report, with the exit code of the job and the state of the ranks. It writes nothing if the
// existing report has a later state. It returns true if it has written the report. In that case, a rank in
// state Said need not return the exit code itself.
func Leave(code, state int) bool {
	name := CurrentContext().Report
	if name == "" || readReport(name).state > state {
		return false
	}
	file, err := os.OpenFile(name, os.O_WRONLY, 0) // the file exists unless the reader is on another host
	if err != nil {
		return false
	}
	defer file.Close()
	_, err = fmt.Fprintf(file, "%3d %d\n", code, state) // the length is fixed, so it overwrites the old report
	return err == nil
}

func newReport(dir string) (name string, err error) {
	name = filepath.Join(dir, "report")
	return name, os.WriteFile(name, nil, 0o600)
}

// readReport reads a report. If the file has none, it returns the zero report.
func readReport(name string) (r report) {
	if text, err := os.ReadFile(name); err == nil {
		n, _ := fmt.Sscan(string(text), &r.code, &r.state)
		r.exists = n == 2
	}
	return r
}
