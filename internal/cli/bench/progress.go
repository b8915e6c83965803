package bench

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"topocoll/internal/job"
	"topocoll/internal/job/launcher"
	"topocoll/internal/job/ranks"
)

// style decides how progress is shown: bar, plain or off.
func (b *Command) style() string {
	_, launched := launcher.Rank()
	switch {
	case b.Quiet:
		return "off"
	case b.Progress != "auto":
		return b.Progress
	case job.CurrentContext().Terminal || !launched && ranks.StderrIsTerminal():
		return "bar"
	}
	return "plain"
}

// beginProgress begins the progress of so many cells.
func (l *Listener) beginProgress(cells int) {
	l.total, l.began, l.Last = cells, time.Now(), time.Now()
	switch {
	case l.Bar == "bar":
		l.shown = progressbar.NewOptions(cells, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true), progressbar.OptionShowCount(), progressbar.OptionUseANSICodes(true))
	case l.Bar == "plain" && l.at.Count > 1: // or nothing would be printed until the last launch ends
		fmt.Fprintf(os.Stderr, "%v[%3d/%d] on %d ranks\n", l.at, 0, cells, l.Env.P)
	}
}

func (l *Listener) Prepare(what string) {
	switch {
	case !l.Speaks:
	case l.shown != nil:
		l.shown.Describe(l.at.String() + what)
	case l.Bar == "plain":
		fmt.Fprintf(os.Stderr, "%v%s\n", l.at, what)
	}
}

func (l *Listener) Progress(done int, next string) {
	switch {
	case !l.Speaks:
	case l.shown != nil:
		l.shown.Describe(l.at.String() + next)
		l.shown.Set(done)
	case l.Bar == "plain" && time.Since(l.Last) > 5*time.Second:
		l.Last = time.Now()
		ahead := l.total - done + (l.at.Count-l.at.Number)*l.total
		left := time.Duration(float64(time.Since(l.began)) / float64(done) * float64(ahead))
		fmt.Fprintf(os.Stderr, "%v[%3d/%d] %s, %v left\n", l.at, done, l.total, next, left.Round(time.Second))
	}
}
