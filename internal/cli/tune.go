package cli

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
	"topocoll/internal/jobs"
	"topocoll/internal/tune"
	"topocoll/tuned"
)

type tuneCommand struct {
	N int `short:"n" help:"Number of processes to start (default: one per core, 2 to 4). Omit it under your own mpirun or srun." placeholder:"P"`
	ranksPerCoreFlag
	Op      []string      `help:"Operations: bcast,reduce,allgather,... (default: all except shift, which no library has)." placeholder:"OP" predictor:"op"`
	Size    string        `help:"Bytes of one rank's block to begin with, as for bench (default: ${default}); sizes between them are added." default:"8:4M:x8" aliases:"sizes" placeholder:"SIZES"`
	Limit   time.Duration `help:"Stop after this time (default: ${default}). Cells in which several contenders are close take what there is." default:"10m" placeholder:"TIME"`
	Out     string        `help:"Folder for tuned.json, tune.json, tuned.html and the files of the library; a run that was stopped goes on with what is there (default: ${default})." default:"report" placeholder:"DIR"`
	Network network       `help:"The network between the ranks, as for bench." env:"TOPOCOLL_NETWORK" placeholder:"NETWORK" predictor:"network"`
	Packed  string        `help:"Read the trees and routes of network/* from this file of topocoll pack, as bench does." placeholder:"FILE"`

	Check bool `help:"Check the files that tune wrote for the library: start the ranks in turn with them and without, and say cell by cell what became faster and slower."`
	Pairs int  `help:"With --check: how often to start the ranks with the files, and as often without (default: ${default})." default:"5" placeholder:"N"`

	Stall    time.Duration `help:"Give up if a call takes longer than this and than ten times the expected time (default: ${default})." default:"15s" placeholder:"TIME"`
	Quiet    bool          `short:"q" help:"Show no progress."`
	Progress string        `help:"How to show progress: auto, plain, bar or off (default: ${default})." default:"auto" enum:"auto,plain,bar,off" placeholder:"HOW"`
}

func (tuneCommand) Help() string {
	return `Finds the fastest for every operation and size on this machine: the library's own choice, each of its algorithms, or one of ours. They are measured in turn, as by bench; whoever has lost is not measured any further. Where two sizes have different winners, sizes between them are added until each crossing is known within a factor of 1.5.

What is found is in DIR/tuned.json, for Go programs, and beside it in the files that this Open MPI or MPICH reads; DIR/tuned.html is a page of it. The same command goes on where it was stopped, and measures again what it was not sure of.

With --check it starts the ranks in turn with these files and without, and compares the library with itself. The result is in DIR/check.json; the exit code is 4 if anything became slower. With -n and under cluster run, one command starts all launches. Under mpirun or srun each start is one launch of the check: start it 2 x --pairs times.

  topocoll tune -n 4 --op bcast,allreduce --limit 2m
  topocoll tune --check -n 4 --limit 5m
  mpirun -n 64 topocoll tune --limit 30m`
}

// bench is the benchmark that measures it.
func (t *tuneCommand) bench() (*benchCommand, bench.Config, error) {
	ops := t.Op
	if len(ops) == 0 {
		for _, name := range opNames() {
			if name != string(catalog.Shift) {
				ops = append(ops, name)
			}
		}
	}
	algo := append(catalog.Topologies(), "native:*")
	if t.Check {
		algo = []string{tuned.Native}
	}
	b := &benchCommand{
		N: t.N, Op: ops, Algo: algo, Size: t.Size, Out: t.Out, Launches: 1, Map: "identity", Network: t.Network, Packed: t.Packed,
		Sync: "dissem", Cache: results.Cold, Rel: 0.02, Time: time.Second, Warmup: 2, Limit: t.Limit, Stall: t.Stall, Seed: 1, Oversubscribed: true,
		Quiet: t.Quiet, Progress: t.Progress, likely: true,
	}
	if t.Limit < time.Second {
		return b, bench.Config{}, usagef("--limit %v, want at least 1s", t.Limit)
	}
	for _, op := range t.Op {
		if op == "pingpong" {
			return b, bench.Config{}, usagef("--op pingpong, want operations")
		}
	}
	cfg, err := b.config()
	return b, cfg, err
}

// idle refuses flags that say nothing to what is done.
func (t *tuneCommand) idle(given flags) error {
	if t.Check {
		return cmp.Or(given.none("with --check, want none: the sizes are those of tuned.json", "size"),
			given.none("with --check, want none: only the library is measured", "packed"))
	}
	return given.none("without --check, want both or none", "pairs")
}

func (t *tuneCommand) file(name string) string { return filepath.Join(t.Out, name) }

// end writes the table of what is known, and prints it; err is how the ranks ended.
func (t *tuneCommand) end(out io.Writer, library string, err error) error {
	ended := jobs.End{}
	if atOnce(err) || err != nil && !errors.As(err, &ended) {
		return err
	}
	state, bad := tune.Read(t.file(tune.StateName), library, t.Network.String())
	if bad != nil {
		return cmp.Or(err, bad)
	}
	if len(state.Points) == 0 {
		return cmp.Or(err, error(failure{code: exitRuntime, error: t.nothing()}))
	}
	table := state.Table(build.Tool(), time.Now().UTC().Truncate(time.Second))
	if bad := results.Save(t.file(tune.TableName), table.Write); bad != nil {
		return cmp.Or(err, bad)
	}
	writeTuned(out, table)
	fmt.Fprintf(out, "\n%s: written\n", t.file(tune.TableName))
	if bad := cmp.Or(t.writeRules(out, table), t.writePage(out, table)); bad != nil {
		return cmp.Or(err, bad)
	}
	switch {
	case err == nil:
		return nil
	case ended.Caught != nil && !ended.Said:
		return failure{code: exitPartial, error: fmt.Errorf("partial: the run was cut short (%w); what is known is in %s, and the same command goes on", ended, t.file(tune.TableName))}
	}
	return err
}

func (t *tuneCommand) nothing() error {
	return fmt.Errorf("the run ended before anything was measured (--limit %v)", t.Limit)
}

// A tuneListener keeps what is measured, and shows progress.
type tuneListener struct {
	*listener
	tune  *tuneCommand
	order *tune.Order
	state tune.State
	doing string
	left  string
}

func (l *tuneListener) Begin(r *results.Result, _ int) {
	l.env = r.Env
	if l.speaks && l.bar != "off" {
		fmt.Fprintf(os.Stderr, "tuning: ranks %d, hosts %d, for at most %v\n", l.order.Job.Ranks, l.order.Job.Hosts, l.tune.Limit)
	}
}

// Cells adds a point to the file.
func (l *tuneListener) Cells(cells []results.Cell) {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.some = true
	if !l.speaks || l.err != nil {
		return
	}
	point, enough := tune.NewPoint(l.order.Job, cells)
	if !enough {
		return
	}
	l.order.Add(point)
	l.state.Points = l.order.Points
	if l.err = os.MkdirAll(l.tune.Out, 0o755); l.err != nil {
		return
	}
	l.err = results.Save(l.tune.file(tune.StateName), l.state.Write)
	jobs.Leave(exitPartial, jobs.Running)
}

func (l *tuneListener) Progress(_ int, next string) {
	l.doing, l.left = next, ""
	l.say()
}

// contenders are how many are left in the cell.
func (l *tuneListener) contenders(left, of int) {
	l.left = fmt.Sprintf(", %d of %d left", left, of)
	l.say()
}

func (l *tuneListener) say() {
	const rarely, often = 5 * time.Second, 200 * time.Millisecond
	bar := l.bar == "bar"
	if !l.speaks || l.bar == "off" || !bar && time.Since(l.last) < rarely || time.Since(l.last) < often {
		return
	}
	l.last = time.Now()
	line := fmt.Sprintf("[%d done, %d to go] %s%s, %v left", max(0, l.order.Done()-1), l.order.Missing()+1, l.doing, l.left,
		max(0, l.order.Left(time.Now())).Round(time.Second))
	if bar {
		fmt.Fprintf(os.Stderr, "\r\033[K%s", line)
	} else {
		fmt.Fprintln(os.Stderr, line)
	}
}
