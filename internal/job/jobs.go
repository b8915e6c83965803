// Package job runs mpirun and cleans up after it. The processes of the job end when this process does, even
// if mpirun has lost track of them. The ranks leave a report on how the job ends. Files and shared memory
// that a killed mpirun leaves behind are removed, because they are in the job's own folders.
package job

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// limits contains the times after which mpirun is killed. Only tests change them.
var limits = struct{ grace, end, repeat time.Duration }{
	// The time `grace` begins when mpirun receives a signal or has no child left. It also begins when the ranks
	// report that all results exist, or that they have printed why they end early.
	grace: 10 * time.Second,
	// The time `end` begins when the ranks report that they end early. mpirun may then wait for a lost host.
	end: 3 * time.Second,
	// A terminal may send one signal to several processes. A signal that arrives after this time counts as a
	// second one.
	repeat: time.Second,
}

// An End is the error for a job that failed.
type End struct {
	Code   int       // the exit code in the ranks' report, or else mpirun's; 0 if a signal ended mpirun
	Said   bool      // the ranks have printed the reason
	Caught os.Signal // the signal that this process received; nil: none
	Err    error     // the error of mpirun
}

func (e End) Error() string {
	switch {
	case e.Caught != nil:
		return e.Caught.String()
	case e.Err != nil:
		return e.Err.Error()
	}
	return fmt.Sprintf("exit status %d", e.Code)
}

// Run starts an mpirun and passes the context to its ranks. It returns when mpirun and all its processes have
// ended, with an End if the job failed.
//
// A signal that would end this program ends mpirun instead. mpirun gets one signal only, whether the signal
// was sent to this process or, from a terminal, to its whole group. mpirun gets no signal if the ranks have
// already reported that all results exist (code 0).
//
// Run kills mpirun in three cases:
//   - mpirun does not end after the signal, or a second signal arrives more than a second after the first.
//   - mpirun does not end after the ranks have reported that all results exist. The job has not failed then.
//     With MPICH before 4.2, the ranks may deadlock in MPI_Finalize.
//   - A rank on this machine has left a report, and mpirun has no child left. The mpirun of Open MPI 5.0.7
//     sometimes continues after its daemons have ended.
func (c Context) Run(mpirun *exec.Cmd) error {
	signals := make(chan os.Signal, 16)
	Notify(signals) // before Run creates anything that needs cleanup after a signal
	defer signal.Stop(signals)
	if len(heldSignals) > 0 {
		return End{Caught: <-heldSignals}
	}
	c.Cluster = cmp.Or(c.Cluster, CurrentContext().Cluster)
	c.Name = fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())
	folders, err := newFolders(c.Name)
	if err != nil {
		return err
	}
	defer folders.remove()
	c.Report, err = newReport(folders.files)
	if err != nil {
		return err
	}
	finishOutput, err := forwardOutput(mpirun, c.Report)
	if err != nil {
		return err
	}
	defer finishOutput()
	mark := Variable + "=" + c.String()
	mpirun.Env = append(mpirun.Environ(), mark)
	mpirun.Env = append(mpirun.Env, folders.environment()...)
	if mpirun.SysProcAttr == nil { // otherwise the caller has already put mpirun in a separate session
		mpirun.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
	tellStart, release, err := startGuard(mark, folders)
	if err != nil {
		return err
	}
	defer release()
	if err := mpirun.Start(); err != nil {
		return err
	}
	tellStart(mpirun.Process.Pid)
	caught, err := waitForMpirun(mpirun, c.Report, signals)
	release()
	last, exit := readReport(c.Report), (*exec.ExitError)(nil)
	switch {
	case err == nil && last.code == 0 && (caught == nil || last.isComplete()):
		// MPICH's mpirun exits with 0 after a signal. Open MPI 5's mpirun exits with 0 if it loses a daemon.
		return nil
	case err != nil && !errors.As(err, &exit):
		return err
	case last.code != 0:
		return End{last.code, last.state == Said, caught, err}
	}
	if caught != nil {
		return End{0, false, caught, err} // after a signal, mpirun's exit code is not the ranks' exit code
	}
	return End{max(0, exit.ExitCode()), false, nil, err}
}

// waitForMpirun waits for mpirun to end. On the first signal, it sends SIGTERM to mpirun. It kills mpirun if
// mpirun does not end in time.
func waitForMpirun(mpirun *exec.Cmd, name string, signals <-chan os.Signal) (caught os.Signal, err error) {
	ended := make(chan error, 1)
	go func() { ended <- mpirun.Wait() }()
	tick := time.NewTicker(limits.end / 10)
	defer tick.Stop()
	var (
		first    time.Time // time of the first signal
		stopping time.Time // when the ranks reported that they would end early
		complete time.Time // when the ranks reported that all results exist
		deserted time.Time // when mpirun no longer had a child
	)
	parent := false // whether mpirun has had children
	for {
		select {
		case s := <-signals:
			if caught == nil {
				caught, first = s, time.Now()
				// mpirun gets no signal if all results exist, because a signal during its cleanup could crash it
				if !readReport(name).isComplete() {
					mpirun.Process.Signal(syscall.SIGTERM)
				}
			} else if time.Since(first) > limits.repeat {
				mpirun.Process.Kill()
			}
		case now := <-tick.C:
			r := readReport(name)
			switch {
			case stopping.IsZero() && r.state >= Over:
				stopping = now
			case complete.IsZero() && r.isComplete():
				complete = now
			}
			switch n, known := countChildren(mpirun.Process.Pid); {
			case n > 0:
				parent, deserted = true, time.Time{}
			case known && parent && r.exists && deserted.IsZero():
				deserted = now
			}
			if !complete.IsZero() && now.Sub(complete) > limits.grace {
				mpirun.Process.Kill()
				<-ended
				return caught, nil
			}
			limit := limits.end
			if r.state == Said { // all ranks may be in MPI_Finalize, which takes seconds on a busy host
				limit = limits.grace
			}
			if caught != nil && now.Sub(first) > limits.grace ||
				!stopping.IsZero() && now.Sub(stopping) > limit ||
				!deserted.IsZero() && now.Sub(deserted) > limits.grace {
				mpirun.Process.Kill()
			}
		case err := <-ended:
			return caught, err
		}
	}
}

// countChildren counts a process's running children. The result `known` reports whether the kernel lists
// them.
func countChildren(pid int) (n int, known bool) {
	// the kernel lists a child under the thread that started it
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		known = true
		for _, child := range bytes.Fields(text) {
			if isRunning(string(child)) {
				n++
			}
		}
	}
	return n, known
}

// isRunning reports whether a process is running. A zombie is not.
func isRunning(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	_, state, _ := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
	return err == nil && !bytes.HasPrefix(state, []byte("Z"))
}
