// Package cli is the command line: one file per command.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"topocoll/internal/build"
	"topocoll/internal/jobs"
	"topocoll/internal/launcher"
	"topocoll/internal/wrap"
)

// Exit codes.
const (
	exitOK      = 0
	exitRuntime = 1 // something failed while running
	exitUsage   = 2 // bad input
	exitWrong   = 3 // an algorithm gave a wrong result
	exitSlower  = 4 // compare found a regression, lint a file that does something else than it says, or tune --check a file that makes something slower
	exitPartial = 5 // stopped before the end; what was measured is kept
	exitOpen    = 6 // compare could not decide about any cell
)

const description = `Runs every collective operation of the parallel-computing textbook, written by hand over point-to-point messages on a virtual ring, mesh or hypercube, or on any network, and beside them algorithms of other libraries, on a tree, a circulant graph or a butterfly; and times them against the native call of Open MPI or MPICH.`

type commands struct {
	Version kong.VersionFlag `help:"Print the version and exit."`

	List   listCommand   `cmd:"" help:"List every algorithm."`
	Verify verifyCommand `cmd:"" help:"Compare every algorithm with the native call, element by element."`
	Bench  benchCommand  `cmd:"" help:"Time the algorithms against the native calls and write a report."`

	Tune tuneCommand `cmd:"" help:"Find the fastest for every operation and size on this machine, and write it down for programs and for the library."`

	Run runCommand `cmd:"" help:"Start any MPI program with the fastest algorithms in the place of its collective calls."`

	Which whichCommand `cmd:"" help:"Say which algorithm a call takes, by tune's table and by the model, and why."`

	Compare compareCommand `cmd:"" help:"Compare two benchmarks cell by cell."`
	Join    joinCommand    `cmd:"" help:"Join several launches of one run into one result."`
	Fit     fitCommand     `cmd:"" help:"Fit ts and tw to the messages of a benchmark and compare the times that they predict with the measured ones."`

	Doctor doctorCommand `cmd:"" help:"Check what decides whether a benchmark on this machine can be believed."`

	Report reportCommand `cmd:"" help:"Make one HTML page of results: verdicts, maps, charts, step diagrams, data."`

	Simulate simulateCommand `cmd:"" help:"Run algorithms in virtual time and compare them with the book's formulas."`
	Explain  explainCommand  `cmd:"" help:"Show who sends what to whom, step by step, as in the book's figures."`

	Book bookCommand `cmd:"" help:"Write one HTML page on which every algorithm can be played."`

	Plan planCommand `cmd:"" help:"Show an algorithm as data: the steps of every node, and what waits for what."`

	Pack packCommand `cmd:"" help:"Pack the trees of network/* into a network, and keep them in a file."`

	Lint lintCommand `cmd:"" help:"Say what a tuning file of Open MPI or MPICH means to the library, and what is wrong with it."`

	Cluster clusterCommand `cmd:"" help:"Emulate a network of hosts on this machine (Linux, root)."`

	Completion completionCommand `cmd:"" help:"Print a script that completes the command line in bash, zsh or fish."`
	Man        manCommand        `cmd:"" hidden:"" help:"Print the manual page."`
}

// Main runs the command line and returns the exit code. Under mpirun every rank comes here with the
// same arguments and finds the same error; rank 0 prints it.
func Main(args []string) int {
	jobs.EndBy(func(s os.Signal) { os.Exit(report(os.Stderr, ended(s))) })
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a reader that goes, such as head, must not end the program before its files are written
	setHome()
	err := run(args, os.Stdout, os.Stderr)
	jobs.Notify(make(chan os.Signal, 1)) // too late: the program says only once how it ends
	return report(os.Stderr, err)
}

// ended is the error of a program that a signal ends before it has begun what would end in a better way. Of ranks, the program that
// started them says it, if it is this one.
func ended(s os.Signal) error {
	heard := jobs.Leave(exitRuntime, jobs.Over)
	return failure{code: exitRuntime, quiet: heard || startedByUs() || keptByUs(), error: fmt.Errorf("ended by a signal (%v)", s)}
}

func run(args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	code, exited := exitOK, false
	var commands commands
	parser, err := kong.New(&commands, kong.Name("topocoll"), kong.Description(description),
		kong.Vars{"version": build.Tool() + " " + runtime.Version() + ", " + builtFor()}, kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Writers(byRank0(stdout), stderr), kong.BindTo(byRank0(stdout), (*io.Writer)(nil)),
		kong.Exit(func(status int) { code, exited = status, true }))
	if err != nil {
		panic(err) // the grammar above is wrong: no input leads here
	}
	if answered, err := answer(parser, stdout); answered {
		return err
	}
	parsed, err := parser.Parse(args)
	switch {
	case exited && code == exitOK: // --help and --version have answered
		return nil
	case exited:
		return failure{code: code, quiet: true, error: errors.New("the parser has said why")}
	case err != nil:
		return usage(friendlier(err, args))
	}
	flags, err := given(parsed)
	if err != nil {
		return err
	}
	return parsed.Run(flags)
}

// A failure is an error with the exit code with which it ends the program.
type failure struct {
	code  int
	quiet bool // another process has printed it already
	error
}

func (f failure) Unwrap() error { return f.error }

// usage marks an error as bad input.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return failure{code: exitUsage, error: err}
}

func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

// report prints an error once and gives its exit code.
func report(stderr io.Writer, err error) int {
	if err == nil || readerGone(err) {
		return exitOK
	}
	f := failure{code: exitRuntime, error: err}
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
