// Package cli defines the grammar of the command line. Each command has its own subpackage.
package cli

import (
	"cmp"
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
	clibench "topocoll/internal/cli/bench"
	"topocoll/internal/cli/book"
	"topocoll/internal/cli/compare"
	"topocoll/internal/cli/completion"
	"topocoll/internal/cli/doctor"
	"topocoll/internal/cli/explain"
	"topocoll/internal/cli/fit"
	"topocoll/internal/cli/join"
	"topocoll/internal/cli/lint"
	"topocoll/internal/cli/list"
	"topocoll/internal/cli/man"
	"topocoll/internal/cli/network"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/pack"
	"topocoll/internal/cli/plan"
	"topocoll/internal/cli/probe"
	"topocoll/internal/cli/profile"
	"topocoll/internal/cli/report"
	"topocoll/internal/cli/run"
	"topocoll/internal/cli/simulate"
	"topocoll/internal/cli/speedup"
	clitune "topocoll/internal/cli/tune"
	"topocoll/internal/cli/verify"
	"topocoll/internal/cli/which"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
)

const purpose = `Finds faster algorithms for MPI collectives, explains them and runs them. The ` +
	`algorithms are of three kinds: algorithms of the book Introduction to Parallel Computing (Kumar, Grama, ` +
	`Gupta, Karypis) on a virtual ring, mesh or hypercube of ranks; algorithms of other libraries on ` +
	`a tree, circulant graph or butterfly; and algorithms that use every link of any network. topocoll times ` +
	`them against the native calls of Open MPI or MPICH.`

// description returns the introduction of the help.
func description() string {
	var codes []string
	for code, text := range exit.Codes {
		codes = append(codes, fmt.Sprintf("%d %s", code, text))
	}
	return purpose + "\n\nExit codes: " + strings.Join(codes, "; ") + "."
}

// commands is the grammar of the command line. Each embedded struct is a group of commands in the help.
type commands struct {
	Version kong.VersionFlag `help:"Print the version and exit."`

	measureCommands `group:"Measure"`
	tuneCommands    `group:"Tune and run"`
	modelCommands   `group:"Model"`
	setupCommands   `group:"Set up"`

	Man man.Command `cmd:"" hidden:"" help:"Print the manual page."`
}

type measureCommands struct {
	Bench   clibench.Command `cmd:"" help:"Time algorithms against the native calls, and write a report."`
	Compare compare.Command  `cmd:"" help:"Compare two benchmarks cell by cell."`
	Join    join.Command     `cmd:"" help:"Join several launches into one result."`
	Report  report.Command   `cmd:"" help:"Write an HTML page of results."`
	Verify  verify.Command   `cmd:"" help:"Compare the results of every algorithm with the results of the native call."`
	Doctor  doctor.Command   `cmd:"" help:"Check whether a benchmark on this machine can be trusted."`
}

type tuneCommands struct {
	Tune      clitune.Command      `cmd:"" help:"Find the fastest contender for every operation and size."`
	TuneCheck clitune.CheckCommand `cmd:"" name:"tune check" help:"Compare the MPI library with and without its new tuning files."`
	Which     which.Command        `cmd:"" help:"Print which algorithm a call uses, and why."`
	Run       run.Command          `cmd:"" help:"Run an unmodified MPI program with the fastest algorithms."`
	Profile   profile.Command      `cmd:"" help:"Print how much time a program spends in each collective call."`
	Speedup   speedup.Command      `cmd:"" help:"Profile a program, tune its calls, and keep the table if it helps."`
	Lint      lint.Command         `cmd:"" help:"Explain and check a tuning file of Open MPI or MPICH."`
}

type modelCommands struct {
	List      list.Command      `cmd:"" help:"List every algorithm."`
	Explain   explain.Command   `cmd:"" help:"Show who sends what to whom, step by step."`
	Simulate  simulate.Command  `cmd:"" help:"Run algorithms in virtual time, and compare with the book's formulas."`
	Plan      plan.Command      `cmd:"" help:"Show an algorithm as data: the steps of every rank."`
	PlanCheck plan.CheckCommand `cmd:"" name:"plan check" help:"Check a plan in a file."`
	Fit       fit.Command       `cmd:"" help:"Fit the start-up time ts and the time per byte tw to a benchmark, and predict its times."`
	Book      book.Command      `cmd:"" help:"Write an HTML page that animates every algorithm."`
}

type setupCommands struct {
	Pack       pack.Command       `cmd:"" help:"Compute a network's spanning trees for the algorithms network/*, and write them to a file."`
	Probe      probe.Command      `cmd:"" help:"Find the network between the hosts of a job."`
	Cluster    network.Command    `cmd:"" help:"Emulate a network of hosts on this machine (Linux, root)."`
	Completion completion.Command `cmd:"" help:"Print a script for completion in bash, zsh or fish."`
}

// Main runs the command line and returns the exit code. Under mpirun, every rank has the same arguments and
// gets the same error; rank 0 prints it.
func Main(args []string) int {
	job.EndBy(func(s os.Signal) { os.Exit(exit.Report(os.Stderr, signalError(s))) })
	// catch SIGPIPE, so that the program still writes its files after the reader of stdout has closed the pipe
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ranks.SetHome()
	stdout := &output{Writer: os.Stdout}
	err := cmp.Or(execute(args, stdout, os.Stderr), stdout.err)
	job.Notify(make(chan os.Signal, 1)) // from here on, signals have no effect
	return exit.Report(os.Stderr, err)
}

// An output remembers the first error of Write, because few commands check the errors of a print.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.Writer.Write(text)
	o.err = cmp.Or(o.err, err)
	return n, err
}

// signalError returns the error for a signal that ends the program early. If this program has a parent
// process, the parent prints the error.
func signalError(s os.Signal) error {
	reported := job.Leave(exit.Failed, job.Over)
	return exit.Error{Code: exit.Failed, Quiet: reported || ranks.HasParent(),
		Err: fmt.Errorf("ended by a signal (%v)", s)}
}

func execute(args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	code, exited := exit.OK, false
	var commands commands
	parser := newParser(&commands, stdout, stderr, func(status int) { code, exited = status, true })
	if answered, err := completion.Answer(parser, stdout); answered {
		return err
	}
	args = joinNames(parser, args)
	parsed, err := parser.Parse(args)
	switch {
	case exited && code == exit.OK: // --help or --version
		return nil
	case exited:
		return exit.Error{Code: code, Quiet: true, Err: errors.New("the parser has said why")}
	case err != nil:
		return exit.Usage(rewriteParserError(err, args))
	}
	flags, err := option.GivenOn(parsed)
	if err != nil {
		return err
	}
	if err := ranks.CheckMPI(parsed); err != nil {
		return err
	}
	return parsed.Run(flags, network.FindMeasurement(findMeasurement))
}

// newParser returns the parser, which calls `exited` after it has printed help or version.
func newParser(commands *commands, stdout, stderr io.Writer, exited func(code int)) *kong.Kong {
	parser, err := kong.New(commands, kong.Name("topocoll"), kong.Description(description()),
		kong.Vars{"version": build.Tool() + " " + runtime.Version() + ", " + ranks.BuiltFor()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Help(printHelp), option.OperationMapper,
		kong.Writers(exit.ByRank0(stdout), stderr), kong.BindTo(exit.ByRank0(stdout), (*io.Writer)(nil)),
		kong.Exit(exited))
	if err != nil {
		panic(err) // a programming error in the grammar
	}
	return parser
}

// joinNames joins the two words of a command's name, such as "tune check", into one argument.
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

// Exit ends the process and runs the exit handlers of the MPI library.
func Exit(code int) { ranks.Exit(code) }

// printHelp prints the help of a command, with its examples at the end. Examples are the indented lines in
// the string that the command's method Help returns.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Selected()
	if node == nil {
		return kong.DefaultHelpPrinter(options, ctx)
	}
	all := node.Detail
	defer func() { node.Detail = all }()
	var text, examples strings.Builder
	for line := range strings.Lines(all) {
		if strings.HasPrefix(line, "  ") {
			examples.WriteString(strings.TrimSuffix(line, "\n") + "\n")
		} else {
			text.WriteString(line)
		}
	}
	node.Detail = strings.TrimSpace(text.String())
	err := kong.DefaultHelpPrinter(options, ctx)
	if err == nil && examples.Len() > 0 {
		_, err = fmt.Fprintf(ctx.Stdout, "\nExamples\n%s", &examples)
	}
	return err
}
