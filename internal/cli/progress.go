package cli

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"topocoll/internal/launcher"
)

// style decides how progress is shown: bar, plain or off.
func (b *benchCommand) style() string {
	_, launched := launcher.Rank()
	switch {
	case b.Quiet:
		return "off"
	case b.Progress != "auto":
		return b.Progress
	case os.Getenv(barVariable) != "" || !launched && stderrIsTerminal():
		return "bar"
	}
	return "plain"
}

// beginProgress begins the progress of so many cells.
func (l *listener) beginProgress(cells int) {
	l.total, l.began, l.last = cells, time.Now(), time.Now()
	switch {
	case l.bar == "bar":
		l.shown = progressbar.NewOptions(cells, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true), progressbar.OptionShowCount(), progressbar.OptionUseANSICodes(true))
	case l.bar == "plain" && l.at.of > 1: // or nothing would be printed until the last launch ends
		fmt.Fprintf(os.Stderr, "%v[%3d/%d] on %d ranks\n", l.at, 0, cells, l.env.P)
	}
}

func (l *listener) Prepare(what string) {
	switch {
	case !l.speaks:
	case l.shown != nil:
		l.shown.Describe(l.at.String() + what)
	case l.bar == "plain":
		fmt.Fprintf(os.Stderr, "%v%s\n", l.at, what)
	}
}

func (l *listener) Progress(done int, next string) {
	switch {
	case !l.speaks:
	case l.shown != nil:
		l.shown.Describe(l.at.String() + next)
		l.shown.Set(done)
	case l.bar == "plain" && time.Since(l.last) > 5*time.Second:
		l.last = time.Now()
		ahead := l.total - done + (l.at.of-l.at.number)*l.total
		left := time.Duration(float64(time.Since(l.began)) / float64(done) * float64(ahead))
		fmt.Fprintf(os.Stderr, "%v[%3d/%d] %s, %v left\n", l.at, done, l.total, next, left.Round(time.Second))
	}
}
