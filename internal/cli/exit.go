package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"topocoll/internal/launcher"
	"topocoll/internal/wrap"
)

// Exit codes.
const (
	exitOK = iota
	exitRuntime
	exitUsage
	exitWrong
	exitSlower
	exitPartial
	exitOpen
)

// exitCodes describes the exit codes, for the help, the manual page and docs/reference/commands.md.
var exitCodes = []string{
	exitOK:      "done",
	exitRuntime: "something failed while running",
	exitUsage:   "bad input",
	exitWrong:   "an algorithm gave a wrong result",
	exitSlower:  "slower than allowed (compare, tune check), or a tuning file that does something else than it says (lint)",
	exitPartial: "stopped before the end; what was measured is kept",
	exitOpen:    "compare decided nothing: all verdicts are open",
}

// A failure is an error with the exit code with which it ends the program.
type failure struct {
	code  int
	quiet bool // another process has printed it already
	err   error
}

func (f failure) Error() string { return f.err.Error() }

func (f failure) Unwrap() error { return f.err }

// usage marks an error as bad input.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return failure{code: exitUsage, err: err}
}

func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

// report prints an error once and gives its exit code.
func report(stderr io.Writer, err error) int {
	if err == nil || readerGone(err) {
		return exitOK
	}
	f := failure{code: exitRuntime, err: err}
	errors.As(err, &f)
	if !f.quiet {
		fmt.Fprintln(byRank0(stderr), "topocoll:", wrap.PlainLines(strings.TrimSpace(err.Error())))
	}
	return f.code
}

// readerGone reports whether an error is only that nobody reads stdout any more: head has what it wanted.
func readerGone(err error) bool {
	path := (*os.PathError)(nil)
	return errors.As(err, &path) && path.Path == os.Stdout.Name() && errors.Is(err, syscall.EPIPE)
}

func byRank0(w io.Writer) io.Writer {
	if rank, launched := launcher.Rank(); launched && rank != 0 {
		return io.Discard
	}
	return w
}
