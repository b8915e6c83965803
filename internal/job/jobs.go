// Package job runs an mpirun and cleans up after it. The processes of the job end when this process does, even if
// mpirun has lost them. The ranks leave a report of how the job ends. Files and shared memory that a killed mpirun
// leaves behind are removed, because they are in folders of the job.
package job

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// limits are the times after which an mpirun is killed. Only tests change them.
var limits = struct{ grace, patience, again time.Duration }{
	grace:    10 * time.Second, // for an mpirun that has got a signal to end, whose ranks have all their results, or that has lost its children
	patience: 3 * time.Second,  // for an mpirun whose ranks have ended: it may wait for a host that is lost
	again:    time.Second,      // after which a second signal is more than the same one sent to several
}

// An End is the error of a job that failed.
type End struct {
	Code   int       // the exit code of the ranks' report, or of mpirun; 0 if a signal ended mpirun
	Said   bool      // the ranks have printed the reason
	Caught os.Signal // the signal that this process got; nil: none
	Err    error     // of mpirun
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

// Run starts an mpirun, whose ranks get the context, and returns when it and all its processes have ended, with an End if the job failed. A signal
// that would end this program makes mpirun end regularly instead. mpirun gets it only once, whether the signal was sent
// to this process or, from a terminal, to its whole group. mpirun does not get it if the ranks have already reported
// that all results exist (code 0). mpirun is killed if it does not end after the signal, or if a second signal arrives
// more than a second after the first. It is also killed if it does not end after the ranks have reported that all results
// exist, and then the job has not failed: ranks of MPICH before 4.2 may wait for each other in MPI_Finalize for ever. And it is killed
// if a rank here has reported anything and no child of mpirun is left: that of Open MPI 5.0.7 sometimes goes on after its daemons.
func (c Context) Run(mpirun *exec.Cmd) error {
	signals := make(chan os.Signal, 16)
	Notify(signals) // before anything is there that a signal could leave behind
	defer signal.Stop(signals)
	if len(held) > 0 {
		return End{Caught: <-held}
	}
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
	over, err := hear(mpirun, c.Report)
	if err != nil {
		return err
	}
	defer over()
	mark := Variable + "=" + c.String()
	mpirun.Env = append(mpirun.Environ(), mark)
	mpirun.Env = append(mpirun.Env, folders.environment()...)
	if mpirun.SysProcAttr == nil { // otherwise it has a session of its own
		mpirun.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
	begun, release, err := guard(mark, folders)
	if err != nil {
		return err
	}
	defer release()
	if err := mpirun.Start(); err != nil {
		return err
	}
	begun(mpirun.Process.Pid)
	caught, err := wait(mpirun, c.Report, signals)
	release()
	left, exit := read(c.Report), (*exec.ExitError)(nil)
	switch {
	case err == nil && left.state != Said && (left.done() || caught == nil && !left.left):
		return nil // MPICH's mpirun ends with 0 after a signal, that of Open MPI 5 if it loses a daemon
	case err != nil && !errors.As(err, &exit):
		return err
	case left.code != 0:
		return End{left.code, left.state == Said, caught, err}
	}
	if caught != nil {
		return End{0, false, caught, err} // after a signal, mpirun's code is not that of the ranks
	}
	return End{max(0, exit.ExitCode()), false, nil, err}
}

// wait waits for mpirun, forwards the first signal to it, and kills it if it does not end in time.
func wait(mpirun *exec.Cmd, name string, signals <-chan os.Signal) (caught os.Signal, err error) {
	ended := make(chan error, 1)
	go func() { ended <- mpirun.Wait() }()
	tick := time.NewTicker(limits.patience / 10)
	defer tick.Stop()
	var first, over, done, alone time.Time // of the first signal; of the report that the ranks end, or that all results exist; of the last child
	parent := false                        // mpirun has had children
	for {
		select {
		case s := <-signals:
			if caught == nil {
				caught, first = s, time.Now()
				if !read(name).done() { // a signal could crash an mpirun that is already cleaning up
					mpirun.Process.Signal(syscall.SIGTERM)
				}
			} else if time.Since(first) > limits.again {
				mpirun.Process.Kill()
			}
		case now := <-tick.C:
			r := read(name)
			switch {
			case over.IsZero() && r.state >= Over:
				over = now
			case done.IsZero() && r.done():
				done = now
			}
			switch n, known := children(mpirun.Process.Pid); {
			case n > 0:
				parent, alone = true, time.Time{}
			case known && parent && r.left && alone.IsZero():
				alone = now
			}
			if !done.IsZero() && now.Sub(done) > limits.grace {
				mpirun.Process.Kill()
				<-ended
				return caught, nil
			}
			if caught != nil && now.Sub(first) > limits.grace || !over.IsZero() && now.Sub(over) > limits.patience ||
				!alone.IsZero() && now.Sub(alone) > limits.grace {
				mpirun.Process.Kill()
			}
		case err := <-ended:
			return caught, err
		}
	}
}
