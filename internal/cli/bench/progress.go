package bench

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// beginProgress begins to show the progress of a number of cells.
func (l *listener) beginProgress(cells int) {
	l.total, l.began, l.last = cells, time.Now(), time.Now()
	switch {
	case l.Style == "bar":
		l.shown = progressbar.NewOptions(cells, progressbar.OptionSetWriter(os.Stderr),
			progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true),
			progressbar.OptionShowCount(), progressbar.OptionUseANSICodes(true))
	case l.Style == "plain" && l.Launch.Count > 1: // otherwise nothing is printed until the last launch ends
		fmt.Fprintf(os.Stderr, "%v[%3d/%d] on %d ranks\n", l.Launch, 0, cells, l.env.P)
	}
}

// Prepare shows what is done before the first case.
func (l *listener) Prepare(what string) {
	if l.shown != nil {
		l.shown.Describe(l.Launch.String() + what)
	} else {
		l.Session.Prepare(what)
	}
}

// Progress shows the next case and the time that is left.
func (l *listener) Progress(done int, next string) {
	switch {
	case !l.Printing:
	case l.shown != nil:
		l.shown.Describe(l.Launch.String() + next)
		l.shown.Set(done)
	case l.Style == "plain" && time.Since(l.last) > 5*time.Second:
		l.last = time.Now()
		ahead := l.total - done + (l.Launch.Count-l.Launch.Number)*l.total
		left := time.Duration(float64(time.Since(l.began)) / float64(done) * float64(ahead))
		fmt.Fprintf(os.Stderr, "%v[%3d/%d] %s, %v left\n", l.Launch, done, l.total, next,
			left.Round(time.Second))
	}
}
