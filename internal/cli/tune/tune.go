package tune

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/build"
	clibench "topocoll/internal/cli/bench"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/tune"
	"topocoll/tuned"
)

type Command struct {
	TuneFlags
	Size   string `group:"What to measure" help:"Bytes of one rank's block to begin with; others are added (default: ${default})." default:"8:4M:x8" placeholder:"SIZES"`
	Packed string `group:"Advanced" help:"Read the trees of network/* from this file of topocoll pack." placeholder:"FILE"`

	check bool `kong:"-"` // run by CheckCommand
	pairs int  `kong:"-"`
}

// TuneFlags are the flags of tune and tune check.
type TuneFlags struct {
	Ops     []string       `arg:"" optional:"" name:"operation" help:"Operations, such as bcast or MPI_Bcast (default: all but shift)." type:"op" predictor:"op"`
	N       int            `group:"What to measure" short:"n" help:"Number of ranks to start (default: one per core, 2 to 4)." placeholder:"P"`
	Op      []string       `group:"What to measure" help:"Operations, as the arguments." placeholder:"OP" type:"op" predictor:"op"`
	Network option.Network `group:"What to measure" help:"The network between the ranks, such as torus:4x4@200mbit or file:FILE." env:"TOPOCOLL_NETWORK" placeholder:"NETWORK" predictor:"network"`
	Limit   time.Duration  `group:"How" help:"Stop after this time (default: ${default})." default:"10m" placeholder:"TIME"`
	Out     string         `group:"Output" short:"o" help:"Folder for the table, the page and the tuning files (default: ${default})." default:"report" placeholder:"DIR"`
	Quiet   bool           `group:"Output" short:"q" help:"Show no progress."`

	Progress string        `group:"Output" help:"How to show progress: auto, plain, bar or off (default: ${default})." default:"auto" enum:"auto,plain,bar,off" placeholder:"HOW"`
	Stall    time.Duration `group:"Advanced" help:"Time limit of a call; ten times its expected time if that is longer (default: ${default})." default:"15s" placeholder:"TIME"`
	option.RanksPerCoreFlag
}

// CheckCommand compares the library with the tuning files and without.
type CheckCommand struct {
	TuneFlags
	Pairs int `group:"How" help:"Number of launches with the files, and as many without (default: ${default})." default:"5" placeholder:"N"`
}

func (*CheckCommand) Help() string {
	return `Starts the ranks in turn with the tuning files of topocoll tune and without them, and compares the library with itself. The result is in DIR/check.json. The exit code is 4 if anything became slower. Under mpirun or srun, each start is one launch: start it 2 x --pairs times.

  topocoll tune check -n 4 --limit 5m
  topocoll tune check bcast allreduce -n 2 --pairs 3
  for i in $(seq 10); do srun topocoll tune check --limit 10m; done`
}

// Tune returns the tune command that does the check.
func (c *CheckCommand) Tune() *Command {
	return &Command{TuneFlags: c.TuneFlags, Size: "8:4M:x8", check: true, pairs: c.Pairs}
}

func (*Command) Help() string {
	return `Finds the fastest contender for every operation and size: the library's default, each of its algorithms, or an algorithm of the catalog. The same command continues a run that was stopped. Under your own mpirun or srun, omit -n.

  topocoll tune -n 4 --limit 2m
  topocoll tune bcast allreduce -n 2 --size 64:1M
  mpirun -n 64 topocoll tune --limit 30m

DIR/tuned.json is the table for Go programs and topocoll run. DIR also has the tuning files for this MPI library; topocoll tune check shows whether they help.`
}

// bench returns the benchmark that measures the contenders.
func (t *Command) bench() (*clibench.Command, bench.Config, error) {
	ops := append(t.Op, t.Ops...)
	if len(ops) == 0 {
		for _, name := range option.OperationNames() {
			if name != string(catalog.Shift) {
				ops = append(ops, name)
			}
		}
	}
	algo := append(catalog.Topologies(), "native:*")
	if t.check {
		algo = []string{tuned.Native}
	}
	b := &clibench.Command{
		N: t.N, Op: ops, Algo: algo, Size: t.Size, Out: t.Out, Launches: 1, Map: "identity", Network: t.Network, Packed: t.Packed,
		Sync: "dissem", Cache: results.Cold, Rel: 0.02, Time: time.Second, Warmup: 2, Limit: t.Limit, Stall: t.Stall, Seed: 1, Oversubscribed: true,
		Quiet: t.Quiet, Progress: t.Progress, Likely: true,
	}
	if t.Limit < time.Second {
		return b, bench.Config{}, exit.Usagef("--limit %v, want at least 1s", t.Limit)
	}
	for _, op := range ops {
		if op == "pingpong" {
			return b, bench.Config{}, exit.Usagef("--op pingpong, want operations")
		}
	}
	cfg, err := b.Configuration()
	return b, cfg, err
}

func (t *Command) file(name string) string { return filepath.Join(t.Out, name) }

// end writes and prints the table. err is how the ranks ended.
func (t *Command) end(out io.Writer, library string, err error) error {
	ended := job.End{}
	if ranks.EndsAtOnce(err) || err != nil && !errors.As(err, &ended) {
		return err
	}
	state, bad := tune.Read(t.file(tune.StateName), library, t.Network.String())
	if bad != nil {
		return cmp.Or(err, bad)
	}
	if len(state.Points) == 0 {
		return cmp.Or(err, error(exit.Error{Code: exit.Failed, Err: t.nothing()}))
	}
	table := state.Table(build.Tool(), time.Now().UTC().Truncate(time.Second))
	if bad := results.Save(t.file(tune.TableName), table.Write); bad != nil {
		return cmp.Or(err, bad)
	}
	writeTuned(out, table)
	fmt.Fprintf(out, "\n%s: written\n", t.file(tune.TableName))
	if bad := cmp.Or(t.WriteRules(out, table), t.writePage(out, table)); bad != nil {
		return cmp.Or(err, bad)
	}
	switch {
	case err == nil:
		return nil
	case ended.Caught != nil && !ended.Said:
		return exit.Error{Code: exit.Partial, Err: fmt.Errorf("partial: the run was cut short (%w); what is known is in %s, and the same command goes on", ended, t.file(tune.TableName))}
	}
	return err
}

func (t *Command) nothing() error {
	return fmt.Errorf("the run ended before anything was measured (--limit %v)", t.Limit)
}

// A tuneListener stores the points that are measured, and shows progress.
type tuneListener struct {
	*clibench.Listener
	tune  *Command
	order *tune.Order
	state tune.State
	doing string
	left  string
}

func (l *tuneListener) Begin(r *results.Result, _ int) {
	l.Env = r.Env
	if l.Speaks && l.Bar != "off" {
		fmt.Fprintf(os.Stderr, "tuning: ranks %d, hosts %d, for at most %v\n", l.order.Job.Ranks, l.order.Job.Hosts, l.tune.Limit)
	}
}

// Cells adds a point to the file.
func (l *tuneListener) Cells(cells []results.Cell) {
	l.Writing.Lock()
	defer l.Writing.Unlock()
	l.Some = true
	if !l.Speaks || l.Err != nil {
		return
	}
	point, enough := tune.NewPoint(l.order.Job, cells)
	if !enough {
		return
	}
	l.order.Add(point)
	l.state.Points = l.order.Points
	if l.Err = os.MkdirAll(l.tune.Out, 0o755); l.Err != nil {
		return
	}
	l.Err = results.Save(l.tune.file(tune.StateName), l.state.Write)
	job.Leave(exit.Partial, job.Running)
}

func (l *tuneListener) Progress(_ int, next string) {
	l.doing, l.left = next, ""
	l.say()
}

// contenders shows how many contenders are left in the cell.
func (l *tuneListener) contenders(left, of int) {
	l.left = fmt.Sprintf(", %d of %d left", left, of)
	l.say()
}

func (l *tuneListener) say() {
	const rarely, often = 5 * time.Second, 200 * time.Millisecond
	bar := l.Bar == "bar"
	if !l.Speaks || l.Bar == "off" || !bar && time.Since(l.Last) < rarely || time.Since(l.Last) < often {
		return
	}
	l.Last = time.Now()
	line := fmt.Sprintf("[%d done, %d to go] %s%s, %v left", max(0, l.order.CountAsked()-1), l.order.CountMissing()+1, l.doing, l.left,
		max(0, l.order.TimeLeft(time.Now())).Round(time.Second))
	if bar {
		fmt.Fprintf(os.Stderr, "\r\033[K%s", line)
	} else {
		fmt.Fprintln(os.Stderr, line)
	}
}
