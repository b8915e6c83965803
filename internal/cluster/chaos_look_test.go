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

// An end is the evidence that a run has left: its code, its output and its files.
type end struct {
	code     int
	killed   bool // the launcher itself: there is no code
	status   string
	complete bool
	cells    int
	story    string // for the messages of the checks
}

// look checks what must hold after every run, and returns a description of the outcome.
func (r *round) look(moment time.Duration) string {
	e := r.end(moment)
	r.checkCode(e)
	r.checkOutput(e)
	r.checkLeft(e)
	return fmt.Sprintf("%-24s code %2d %s", r.harm.name, e.code, e.status)
}

// end reads bench.json, if there is one.
func (r *round) end(moment time.Duration) end {
	code := r.run.ProcessState.ExitCode()
	var result results.Result
	if _, err := os.Stat(filepath.Join(r.out, results.JSONName)); err == nil {
		result = *loaded(r.T, r.out)
	}
	cells := len(result.Cells)
	return end{code: code, killed: code == -1, status: result.Status, complete: result.Status == "complete", cells: cells,
		story: fmt.Sprintf("%s after %v on %q: code %d, %q with %d cells\n%s", r.harm.name, moment, r.network, code, result.Status, cells, r.said())}
}

// checkCode: the exit code is one that the harm allows and fits what was kept.
func (r *round) checkCode(e end) {
	switch {
	case e.complete && !e.killed: // the harm came too late, or when all was measured
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

// checkOutput: what is announced, printed and on disk are the same cells, and there are no other files.
func (r *round) checkOutput(e end) {
	for _, said := range regexp.MustCompile(`the (\d+) cells`).FindAllStringSubmatch(r.stderr.String(), -1) {
		assert.Equal(r, strconv.Itoa(e.cells), said[1], "announced: %s", e.story)
	}
	if r.harm.name == "the disk is full" || e.killed {
		assert.GreaterOrEqual(r, r.printed(), e.cells, e.story) // the last may not have found room
	} else {
		assert.Equal(r, e.cells, r.printed(), "printed: %s", e.story)
		if e.cells > 0 {
			assert.FileExists(r, filepath.Join(r.out, "report.html"), e.story)
		}
	}
	allowed := []string{"bench.json", "bench.csv", "report.html"}
	if e.killed {
		allowed = append(allowed, "report.html.new") // nobody is left to finish or remove it; the next run does
	}
	entries, _ := os.ReadDir(r.out)
	for _, entry := range entries {
		assert.Contains(r, allowed, entry.Name(), e.story)
	}
}

// checkLeft: after a short time nothing of the run is left on the machine.
func (r *round) checkLeft(e end) {
	for waited := time.Now(); len(r.left()) > 0 && time.Since(waited) < 20*time.Second; time.Sleep(200 * time.Millisecond) {
	}
	assert.Empty(r, r.left(), "left: %s", e.story)
	for _, pid := range r.called() { // not to be in the way of the next round
		r.signal(syscall.SIGKILL, pid)
	}
}

// printed counts the cells in the tables of the output.
func (r *round) printed() int {
	return len(regexp.MustCompile(`(?m)^ +\d+K? +(native|gompi|[a-z]+/[a-z-]+) +\d`).FindAllString(r.stdout.String(), -1))
}

// left lists what a run may leave on a machine and was not there before: processes, files and shared memory, but
// for what others have in use.
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

// jobFiles lists the folders of this round's job, and what the libraries would make beside those of any.
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
