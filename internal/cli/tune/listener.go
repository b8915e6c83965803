package tune

import (
	"fmt"
	"os"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/cli/measure"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/tune"
)

// A listener saves the measured points, and shows progress.
type listener struct {
	*measure.Session
	tune           *Command
	queues         *tune.Queues
	state          tune.State
	cores          int // usable cores of a machine that has more ranks than cores; else 0
	currentCase    string
	contendersLeft string // progress text for the contenders that are not yet eliminated
	lastPrinted    time.Time
}

// Begin prints the ranks and the time limit.
func (l *listener) Begin(r *results.Result, _ int) {
	l.cores = r.Env.Cores
	if l.Printing && l.Style != "off" {
		fmt.Fprintf(os.Stderr, "tuning: ranks %d, hosts %d, for at most %v\n", l.queues.Current().Job.Ranks,
			l.queues.Current().Job.Hosts, l.tune.Limit)
	}
}

// Cells computes a point of the table from finished cells. Rank 0 adds the point to the file.
func (l *listener) Cells(cells []results.Cell) {
	l.Writing.Lock()
	defer l.Writing.Unlock()
	point, enough := tune.NewPoint(l.queues.Current().Job, cells) // every rank computes the same point
	if !enough {
		return
	}
	l.Measured = true
	if !l.Printing || l.Err != nil {
		return
	}
	point.Cores = l.cores
	l.queues.Current().SetSpan(&point)
	l.queues.Add(point)
	l.state.Points = l.queues.Points
	if l.Err = os.MkdirAll(l.tune.Out, 0o755); l.Err != nil {
		return
	}
	l.Err = results.Save(l.tune.path(tune.StateName), l.state.Write)
	job.Leave(exit.Partial, job.Running)
}

// hasPoints reports whether at least one case has enough samples.
func (l *listener) hasPoints() bool {
	l.Writing.Lock()
	defer l.Writing.Unlock()
	if l.Printing {
		return len(l.queues.Points) > 0
	}
	return l.Measured
}

// Progress shows the case that is measured next.
func (l *listener) Progress(_ int, next string) {
	l.currentCase, l.contendersLeft = next, ""
	l.printProgress()
}

func (l *listener) showContenders(left, all int) {
	l.contendersLeft = fmt.Sprintf(", %d of %d left", left, all)
	l.printProgress()
}

// printProgress prints the progress, at most every 5 s, or every 200 ms as a bar.
func (l *listener) printProgress() {
	const rarely, often = 5 * time.Second, 200 * time.Millisecond
	bar, interval := l.Style == "bar", rarely
	if bar {
		interval = often
	}
	if !l.Printing || l.Style == "off" || time.Since(l.lastPrinted) < interval {
		return
	}
	l.lastPrinted = time.Now()
	line := fmt.Sprintf("[%d done, %d to go] %s%s, %v left", max(0, l.queues.CountAsked()-1),
		l.queues.CountMissing()+1, l.currentCase, l.contendersLeft,
		max(0, l.queues.TimeLeft(time.Now())).Round(time.Second))
	if bar {
		fmt.Fprintf(os.Stderr, "\r\033[K%s", line)
	} else {
		fmt.Fprintln(os.Stderr, line)
	}
}
