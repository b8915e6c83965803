package measure

import (
	"fmt"
	"os"
	"os/signal"
	"sync"
	"time"

	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/launch"
)

// A Session is a measurement on one rank, from the start of the ranks to the end of the process. It
// implements the methods of bench.Listener that all commands share.
type Session struct {
	Launch   ranks.Launch
	Out      string // folder of the results of all launches
	Style    string // how to show progress: bar, plain or off
	Printing bool   // this is rank 0, which prints and writes files

	complete func(ended error) error // adds verdicts, writes the page and prints; nil if a parent does this

	Writing  sync.Mutex // held while files are written, so that nothing ends the process meanwhile
	Measured bool       // at least one cell is finished; every rank sets this
	Done     bool       // everything is measured, and the files are written
	Err      error      // the error from writing the files

	timeout *time.Timer
}

// NewSession returns the session of this rank. The argument `out` is the folder of the results. The function
// `complete` finishes the run after the ranks have ended; its argument is the error of the ranks, or nil. If
// this program has a parent process, the parent calls `complete`; otherwise rank 0 calls it.
func NewSession(out, style string, complete func(ended error) error) *Session {
	rank, _ := launch.Rank()
	if ranks.HasParent() {
		complete = nil
	}
	return &Session{Launch: ranks.ThisLaunch(), Out: out, Style: style, Printing: rank == 0,
		complete: complete}
}

// Style returns how to show progress: "bar", "plain" or "off". The argument `flag` is the value of
// --progress.
func Style(flag string, quiet bool) string {
	_, launched := launch.Rank()
	switch {
	case quiet:
		return "off"
	case flag != "auto":
		return flag
	case job.CurrentContext().Terminal || !launched && ranks.StderrIsTerminal():
		return "bar"
	}
	return "plain"
}

// startTimeout limits the time in which all ranks must start, and later the time in which they must exit. The
// watchdog does not run in these phases.
const startTimeout = 2 * time.Minute

// armStartTimeout ends the process if not all ranks start in time. A rank that hangs blocks all ranks in
// MPI_Init.
func (s *Session) armStartTimeout() { s.armTimeout(exit.Failed, "started") }

// armFinishTimeout ends the process if not all ranks finish in time after the last measurement.
func (s *Session) armFinishTimeout() { s.armTimeout(exit.Partial, "finished") }

func (s *Session) armTimeout(code int, what string) {
	s.timeout = time.AfterFunc(startTimeout, func() {
		if s.Printing {
			fmt.Fprintf(os.Stderr,
				"topocoll: not all ranks have %s within %v; a rank or its host hangs\n", what,
				startTimeout)
			job.Leave(code, job.Said)
		}
		job.Leave(code, job.Over)
		os.Exit(code)
	})
}

// Watched cancels the time limit for the start, because from now on the watchdog runs or is not needed.
func (s *Session) Watched() { s.timeout.Stop() }

// Stop reports whether the run must end because a file could not be written.
func (s *Session) Stop() bool { return s.Err != nil }

// Skip prints what the run leaves out. With several launches, it prints this only in the first launch.
func (s *Session) Skip(what string) {
	if s.Printing && s.Launch.Number == 1 {
		fmt.Fprintln(os.Stderr, "skipped:", what)
	}
}

// Prepare prints which preparation is in progress before the first measurement.
func (s *Session) Prepare(what string) {
	if s.Printing && s.Style == "plain" {
		fmt.Fprintf(os.Stderr, "%v%s\n", s.Launch, what)
	}
}

// Stalled prints why the current MPI call hangs, unless `why` is "". It ends the process, because the call
// would never return.
func (s *Session) Stalled(why string) {
	s.Writing.Lock()
	if why != "" {
		finished := "no cell was finished"
		if s.Measured {
			finished = "the finished cells are in " + s.Out
		}
		fmt.Fprintf(os.Stderr, "topocoll: %s; %s (--stall sets the time limit)\n", why, finished)
	}
	state := job.Over
	if s.Printing && why != "" { // the output of any other rank may be lost with the connection to its host
		state = job.Said
	}
	job.Leave(exit.Partial, state)
	s.GiveUp(job.End{Code: exit.Partial, Said: true})
}

// endOnSignal makes a signal end this rank as soon as its files are complete, until `stop` is called. Signals
// come from Ctrl-C or from the time limit of a batch system.
func (s *Session) endOnSignal() (stop func()) {
	signals := make(chan os.Signal, 1)
	job.Notify(signals)
	go func() {
		for caught := range signals {
			s.Writing.Lock() // GiveUp ends the process with the lock held, so no other write begins
			if !s.Done {
				s.GiveUp(job.End{Caught: caught})
			}
			s.Writing.Unlock() // all files are written, and the process is about to end by itself
		}
	}()
	return func() { signal.Reset(job.Ending()...) }
}

// GiveUp ends the process in the middle of a run. Without a parent process, rank 0 first completes the run.
func (s *Session) GiveUp(why job.End) {
	code := why.Code
	switch {
	case code == 0 && s.Measured:
		code = exit.Partial
	case code == 0:
		code = exit.Failed
	}
	job.Leave(code, job.Over)
	switch {
	case s.complete == nil:
	case s.Printing:
		os.Exit(exit.Report(os.Stderr, s.complete(exit.Error{Code: exit.Partial, Quiet: true, Err: why})))
	default:
		// Rank 0 completes the files and then ends all ranks. This rank waits, because srun would kill rank 0 as
		// soon as another rank ended.
		const longest = 5 * time.Second
		time.Sleep(longest)
	}
	os.Exit(exit.Partial)
}
