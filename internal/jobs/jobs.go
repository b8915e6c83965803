// Package jobs keeps hold of an mpirun that this program started: its processes end when this one does, are found
// when mpirun has lost them, leave word of how they end, and what a killed mpirun leaves in memory and on disk goes
// away.
package jobs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// Variable marks every process of a job, so that those that are left can be found.
const Variable = "TOPOCOLL_JOB"

// Forward are the variables that mpirun has to hand on to the ranks.
var Forward = []string{Variable, wordVariable}

const (
	grace    = 10 * time.Second // for an mpirun that was told to end
	patience = 3 * time.Second  // for an mpirun whose ranks have ended: it may wait for a host that is gone
)

// An End is how a job ended that did not end well.
type End struct {
	Code   int       // the exit code: the ranks' word, or mpirun's; 0 if a signal ended mpirun
	Said   bool      // the ranks have said why
	Caught os.Signal // what this process was told to end by; nil: nothing
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

// Run starts an mpirun and returns when it and all its processes have ended, with an End if that was not well. A signal
// that would end this program ends mpirun instead, in order. It comes to mpirun only once, whether it was sent to this
// process or, from a terminal, to its whole group, and not at all once the ranks have left word that all is there, with
// the code 0. An mpirun that does not obey, or is not waited for any longer (a
// second signal, a second after the first or later), is killed.
func Run(mpirun *exec.Cmd) error {
	name, err := newWord()
	if err != nil {
		return err
	}
	defer os.Remove(name)
	mark := fmt.Sprintf("%s=%d-%d", Variable, os.Getpid(), time.Now().UnixNano())
	mpirun.Env = append(mpirun.Environ(), mark, wordVariable+"="+name)
	if mpirun.SysProcAttr == nil { // it has a session of its own otherwise
		mpirun.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
	signals := make(chan os.Signal, 16)
	Notify(signals) // before the start: nothing may come between
	defer signal.Stop(signals)
	if err := mpirun.Start(); err != nil {
		return err
	}
	release, err := guard(mpirun.Process.Pid, name)
	if err != nil {
		mpirun.Process.Kill()
		return errors.Join(err, mpirun.Wait())
	}
	defer release()

	session := &session{mpirun: mpirun.Process.Pid}
	caught, err := wait(mpirun, name, session, signals)
	reap(mark)
	session.sweep()
	left, exit := read(name), (*exec.ExitError)(nil)
	switch {
	case err == nil && left.state != Said:
		return nil
	case err != nil && !errors.As(err, &exit):
		return err
	case left.code != 0:
		return End{left.code, left.state == Said, caught, err}
	}
	if caught != nil {
		return End{0, false, caught, err} // mpirun's code says nothing of the ranks then
	}
	return End{max(0, exit.ExitCode()), false, nil, err}
}

// wait waits for mpirun, passes the first signal on to it, and kills it when it must.
func wait(mpirun *exec.Cmd, name string, session *session, signals <-chan os.Signal) (caught os.Signal, err error) {
	ended := make(chan error, 1)
	go func() { ended <- mpirun.Wait() }()
	tick := time.NewTicker(patience / 10)
	defer tick.Stop()
	var first, last time.Time // signal, word
	for {
		select {
		case s := <-signals:
			session.look()
			if caught == nil {
				caught, first = s, time.Now()
				if !read(name).done() { // or it comes upon an mpirun that has taken itself apart, and dies of that
					mpirun.Process.Signal(syscall.SIGTERM)
				}
			} else if time.Since(first) > time.Second {
				mpirun.Process.Kill()
			}
		case now := <-tick.C:
			session.look()
			if last.IsZero() && read(name).state >= Over {
				last = now
			}
			if caught != nil && now.Sub(first) > grace || !last.IsZero() && now.Sub(last) > patience {
				mpirun.Process.Kill()
			}
		case err := <-ended:
			return caught, err
		}
	}
}

// Hold keeps the signals of Ending from ending this program until release is called: for what is left to do once the
// ranks have ended, and takes a moment. Hold begins before Run, so that there is no gap. The first of the signals can be
// read, during Run too.
func Hold() (first <-chan os.Signal, release func()) {
	signals := make(chan os.Signal, 1)
	Notify(signals)
	return signals, func() { signal.Stop(signals) }
}

// Notify has the signals of Ending sent to a channel.
func Notify(signals chan<- os.Signal) { signal.Notify(signals, Ending()...) }

// Ending are the signals that end a program. SIGHUP is none where whoever started it has it ignored, as nohup does.
func Ending() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}
