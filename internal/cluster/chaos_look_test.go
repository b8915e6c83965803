package cluster_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/internal/proctest"
)

// An end describes the outcome of a run: its exit code, its output and its files.
type end struct {
	code     int
	killed   bool // the launcher was killed, so there is no exit code
	status   string
	complete bool
	cells    int
	story    string // for messages of failed checks
}

// look checks the conditions that hold after every run, and returns a description of the outcome.
func (r *round) look(moment time.Duration) string {
	e := r.end(moment)
	r.checkCode(e)
	r.checkOutput(e)
	r.checkLeft(e)
	return fmt.Sprintf("%-24s code %2d %s", r.harm.name, e.code, e.status)
}

// end returns the outcome of the run. It reads bench.json, if there is one.
func (r *round) end(moment time.Duration) end {
	code := r.run.ProcessState.ExitCode()
	var result results.Result
	if _, err := os.Stat(filepath.Join(r.out, results.JSONName)); err == nil {
		result = *loaded(r.T, r.out)
	}
	cells := len(result.Cells)
	return end{code: code, killed: code == -1, status: result.Status, complete: result.Status == "complete",
		cells: cells,
		story: fmt.Sprintf("%s after %v on %q: code %d, %q with %d cells\n%s", r.harm.name, moment, r.network,
			code, result.Status, cells, r.said())}
}

// checkCode checks that the harm allows the exit code, and that the code agrees with the saved results.
func (r *round) checkCode(e end) {
	switch {
	case e.complete && !e.killed: // the harm came after the last measurement
		assert.Contains(r, []int{0, 1}, e.code, e.story)
	case e.killed:
		assert.Contains(r, r.harm.codes, -1, e.story)
	default:
		assert.Contains(r, r.harm.codes, e.code, e.story)
	}
	if e.code == 0 {
		assert.True(r, e.complete, e.story)
	}
	if e.cells > 0 && !e.complete && !e.killed {
		assert.Equal(r, 5, e.code, e.story)
	}
	if e.code != 0 && !e.killed {
		assert.Contains(r, r.stderr.String(), "topocoll: ", "silent: %s", e.story)
	}
}

// checkOutput checks that the cells announced, printed and on disk are the same, and that there are no other
// files.
func (r *round) checkOutput(e end) {
	for _, said := range regexp.MustCompile(`the (\d+) cells`).FindAllStringSubmatch(r.stderr.String(), -1) {
		assert.Equal(r, strconv.Itoa(e.cells), said[1], "announced: %s", e.story)
	}
	if r.harm.name == "the disk is full" || e.killed {
		assert.GreaterOrEqual(r, r.printed(), e.cells, e.story) // the disk may have been full at the last one
	} else {
		assert.Equal(r, e.cells, r.printed(), "printed: %s", e.story)
		if e.cells > 0 {
			assert.FileExists(r, filepath.Join(r.out, "report.html"), e.story)
		}
	}
	allowed := results.FileNames()
	if e.killed {
		for _, name := range results.FileNames() {
			allowed = append(allowed, name+".new") // the next run removes it
		}
	}
	entries, _ := os.ReadDir(r.out)
	for _, entry := range entries {
		assert.Contains(r, allowed, entry.Name(), e.story)
	}
}

// checkLeft checks that, soon after the run, none of its processes and files are left on the machine.
func (r *round) checkLeft(e end) {
	for waited := time.Now(); len(r.left()) > 0 &&
		time.Since(waited) < 20*time.Second; time.Sleep(200 * time.Millisecond) {
	}
	assert.Empty(r, r.left(), "left: %s", e.story)
	for _, pid := range r.called() { // so that they do not disturb the next round
		r.signal(syscall.SIGKILL, pid)
	}
}

// printed returns the number of cells in the tables of the output.
func (r *round) printed() int {
	return len(regexp.MustCompile(`(?m)^ +\d+K? +(native|gompi|[a-z]+/[a-z-]+) +\d`).FindAllString(
		r.stdout.String(), -1))
}

// left lists the processes, files and shared memory that the run has left on the machine. It omits files that
// existed before the run and resources that other programs use.
func (r *round) left() (list []string) {
	for _, pid := range r.called() {
		list = append(list, fmt.Sprintf("process %d", pid))
	}
	for _, file := range r.jobFiles() {
		if !slices.Contains(r.before, file) && !proctest.InUse(file) {
			list = append(list, file)
		}
	}
	return list
}

// jobFiles lists the folders of this round's job, and the files that the libraries create beside them.
func (r *round) jobFiles() []string {
	list, patterns := proctest.Segments(), []string{"/run/topocoll/.*"}
	for _, name := range []string{"ompi.*/*", "prte*.*", "pmix*.*"} {
		patterns = append(patterns, filepath.Join(os.TempDir(), name))
	}
	if r.run != nil {
		own := fmt.Sprintf("topocoll-%d-*", r.run.Process.Pid)
		patterns = append(patterns, filepath.Join(os.TempDir(), own), filepath.Join("/dev/shm", own))
	}
	for _, pattern := range patterns {
		files, _ := filepath.Glob(pattern)
		list = append(list, files...)
	}
	return list
}
