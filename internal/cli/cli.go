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
)

const purpose = `Finds, explains and runs faster MPI collectives. It has the operations of the parallel-computing textbook on a virtual ring, mesh or hypercube of ranks, algorithms of other libraries on a tree, a circulant graph or a butterfly, and algorithms that use every link of any network. It times them against the native calls of Open MPI or MPICH.`

// description begins the help.
func description() string {
	var codes []string
	for code, text := range exitCodes {
		codes = append(codes, fmt.Sprintf("%d %s", code, text))
	}
	return purpose + "\n\nExit codes: " + strings.Join(codes, "; ") + "."
}

type commands struct {
	Version kong.VersionFlag `help:"Print the version and exit."`

	Bench   benchCommand   `cmd:"" group:"Measure" help:"Time algorithms against the native calls, and write a report."`
	Compare compareCommand `cmd:"" group:"Measure" help:"Compare two benchmarks cell by cell."`
	Join    joinCommand    `cmd:"" group:"Measure" help:"Join several launches into one result."`
	Report  reportCommand  `cmd:"" group:"Measure" help:"Write an HTML page of results."`
	Verify  verifyCommand  `cmd:"" group:"Measure" help:"Compare the results of every algorithm with the native call."`
	Doctor  doctorCommand  `cmd:"" group:"Measure" help:"Check whether a benchmark on this machine can be trusted."`

	Tune      tuneCommand      `cmd:"" group:"Tune and run" help:"Find the fastest contender for every operation and size."`
	TuneCheck tuneCheckCommand `cmd:"" group:"Tune and run" name:"tune check" help:"Compare the MPI library with its new tuning files and without."`
	Which     whichCommand     `cmd:"" group:"Tune and run" help:"Print which algorithm a call uses, and why."`
	Run       runCommand       `cmd:"" group:"Tune and run" help:"Run an unmodified MPI program with the fastest algorithms."`
	Lint      lintCommand      `cmd:"" group:"Tune and run" help:"Explain and check a tuning file of Open MPI or MPICH."`

	List      listCommand      `cmd:"" group:"Model" help:"List every algorithm."`
	Explain   explainCommand   `cmd:"" group:"Model" help:"Show who sends what to whom, step by step."`
	Simulate  simulateCommand  `cmd:"" group:"Model" help:"Run algorithms in virtual time, and compare with the book's formulas."`
	Plan      planCommand      `cmd:"" group:"Model" help:"Show an algorithm as data: the steps of every rank."`
	PlanCheck planCheckCommand `cmd:"" group:"Model" name:"plan check" help:"Check a plan in a file."`
	Fit       fitCommand       `cmd:"" group:"Model" help:"Fit ts and tw to a benchmark, and predict its times."`
	Book      bookCommand      `cmd:"" group:"Model" help:"Write a page on which every algorithm can be played."`

	Pack    packCommand    `cmd:"" group:"Network" help:"Pack the trees of network/* into a network, and write them to a file."`
	Cluster clusterCommand `cmd:"" group:"Network" help:"Emulate a network of hosts on this machine (Linux, root)."`

	Completion completionCommand `cmd:"" group:"Other" help:"Print a script for completion in bash, zsh or fish."`
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
	return failure{code: exitRuntime, quiet: heard || startedByUs() || keptByUs(), err: fmt.Errorf("ended by a signal (%v)", s)}
}

func run(args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	keeperOf = keeperIn
	code, exited := exitOK, false
	var commands commands
	parser, err := kong.New(&commands, kong.Name("topocoll"), kong.Description(description()),
		kong.Vars{"version": build.Tool() + " " + runtime.Version() + ", " + builtFor()}, kong.ConfigureHelp(kong.HelpOptions{Compact: true}), opMapper,
		kong.Writers(byRank0(stdout), stderr), kong.BindTo(byRank0(stdout), (*io.Writer)(nil)),
		kong.Exit(func(status int) { code, exited = status, true }))
	if err != nil {
		panic(err) // the grammar above is wrong: no input leads here
	}
	if answered, err := answer(parser, stdout); answered {
		return err
	}
	args = joinNames(parser, args)
	parsed, err := parser.Parse(args)
	switch {
	case exited && code == exitOK: // --help and --version have answered
		return nil
	case exited:
		return failure{code: code, quiet: true, err: errors.New("the parser has said why")}
	case err != nil:
		return usage(friendlier(err, args))
	}
	flags, err := given(parsed)
	if err != nil {
		return err
	}
	return parsed.Run(flags)
}

// joinNames makes one word of a command whose name has two, such as tune check.
func joinNames(parser *kong.Kong, args []string) []string {
	if len(args) < 2 {
		return args
	}
	name := args[0] + " " + args[1]
	for _, command := range parser.Model.Children {
		if command.Name == name {
			return append([]string{name}, args[2:]...)
		}
	}
	return args
}
