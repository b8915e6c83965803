// Package exit defines the exit codes of the program, and errors that carry an exit code.
package exit

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"

	"topocoll/internal/launch"
	"topocoll/internal/wrap"
)

// Exit codes.
const (
	OK = iota
	Failed
	BadInput
	WrongResult
	Slower
	Partial
	Inconclusive
)

// Codes describes the exit codes, for the help, the manual page and docs/reference/commands.md.
var Codes = []string{
	OK:           "done",
	Failed:       "something failed while running",
	BadInput:     "bad input",
	WrongResult:  "an algorithm gave a wrong result",
	Slower:       "slower than allowed (compare, tune check), or a tuning file with errors (lint)",
	Partial:      "stopped early; all finished measurements are saved",
	Inconclusive: "inconclusive: compare has no verdict, or probe found no network",
}

// An Error is an error with the exit code that the program returns for it.
type Error struct {
	Code  int
	Quiet bool // another process has already printed the error
	Err   error
}

func (f Error) Error() string { return f.Err.Error() }

func (f Error) Unwrap() error { return f.Err }

// Usage wraps an error to mark it as bad input.
func Usage(err error) error {
	if err == nil {
		return nil
	}
	return Error{Code: BadInput, Err: err}
}

// Usagef returns a formatted error that is marked as bad input.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// Report prints an error, unless another process has already printed it, and returns its exit code.
func Report(stderr io.Writer, err error) int {
	if err == nil || isStdoutClosed(err) {
		return OK
	}
	f := Error{Code: Failed, Err: err}
	errors.As(err, &f)
	if !f.Quiet {
		fmt.Fprintln(ByRank0(stderr), "topocoll:", wrap.PlainLines(strings.TrimSpace(err.Error())))
	}
	if rank, launched := launch.Rank(); launched && rank != 0 && f.Code == BadInput {
		time.Sleep(reportTime)
	}
	return f.Code
}

// reportTime is the time for which other ranks wait, so that rank 0 can report bad input. mpirun kills all
// ranks as soon as one of them has failed.
const reportTime = 3 * time.Second

// isStdoutClosed reports whether the reader of stdout, such as head, has closed the pipe.
func isStdoutClosed(err error) bool {
	path := (*os.PathError)(nil)
	return errors.As(err, &path) && path.Path == os.Stdout.Name() && errors.Is(err, syscall.EPIPE)
}

// ByRank0 returns w on rank 0, and in a process that no launcher started. On other ranks it returns a writer
// that discards everything.
func ByRank0(w io.Writer) io.Writer {
	if rank, launched := launch.Rank(); launched && rank != 0 {
		return io.Discard
	}
	return w
}
