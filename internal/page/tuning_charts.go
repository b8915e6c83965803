package page

import (
	"fmt"
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/figure"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/tuned"
)

// A tunedJob holds the measurements of one job, that is, for one number of ranks and one number of hosts.
type tunedJob struct {
	job tuned.Job
	ops []tunedOp
}

// A tunedOp holds the measured sizes of an operation in a job.
type tunedOp struct {
	op    catalog.Collective
	sizes []tunedSize // sorted by size
}

// A tunedSize holds the results at one size: for the default, for the choice among all contenders, and for
// the choice among the library's algorithms.
type tunedSize struct {
	bytes                       int
	conclusive                  bool
	native, best, bestOfLibrary tune.Entry
}

// jobsOf groups the measured points by job and operation. It omits points for which the table has no choice.
func jobsOf(t Tuning) (jobs []tunedJob) {
	for _, ofJob := range results.GroupBy(t.Table.Choices, func(c tuned.Choice) tuned.Job { return c.Job }) {
		j := tunedJob{job: ofJob[0].Job}
		for _, choices := range results.GroupBy(ofJob, func(c tuned.Choice) catalog.Collective { return c.Op }) {
			o := tunedOp{op: choices[0].Op}
			for _, c := range choices {
				o.addSizes(c, t.Points)
			}
			slices.SortFunc(o.sizes, func(a, b tunedSize) int { return a.bytes - b.bytes })
			j.ops = append(j.ops, o)
		}
		jobs = append(jobs, j)
	}
	return jobs
}

// addSizes adds the sizes of a choice at which the default and both choices were measured.
func (o *tunedOp) addSizes(c tuned.Choice, points []tune.Point) {
	for _, p := range points {
		if p.Op != c.Op || p.Job != c.Job || !slices.Contains(c.Sizes, p.Bytes) {
			continue
		}
		entry := map[string]tune.Entry{}
		for _, e := range p.Entries {
			entry[e.Algo] = e
		}
		s := tunedSize{p.Bytes, p.Sure, entry[tuned.Native], entry[c.Algo], entry[c.Native]}
		if s.native.Algo != "" && s.best.Algo != "" && s.bestOfLibrary.Algo != "" {
			o.sizes = append(o.sizes, s)
		}
	}
}

// allSizes returns the sizes of all operations, ascending.
func (j tunedJob) allSizes() (list []int) {
	for _, o := range j.ops {
		for _, s := range o.sizes {
			list = append(list, s.bytes)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (o tunedOp) sizeAt(bytes int) (tunedSize, bool) {
	i := slices.IndexFunc(o.sizes, func(s tunedSize) bool { return s.bytes == bytes })
	if i < 0 {
		return tunedSize{}, false
	}
	return o.sizes[i], true
}

// tuningCharts holds the charts of an operation in a job.
type tuningCharts struct {
	Op catalog.Collective
	tuned.Job
	Times, Gains figure.SVG
	Legend       []legendEntry
}

// MPI returns the MPI function's name, such as MPI_Bcast.
func (c tuningCharts) MPI() string { return c.Op.MPI() }

// The styles of the curves in the charts of an operation.
var (
	defaultCurve = figure.Curve{Title: "default", Ink: "var(--native)", EndInk: "var(--native)", Width: 3,
		Mark: figure.Disc}
	libraryCurve = figure.Curve{Title: "best of the library, forced", Ink: "var(--best-forced)",
		EndInk: "var(--best-forced)", Width: 1.8, Mark: figure.Square}
	bestCurve = figure.Curve{Title: "best of all", Ink: "var(--c2)", EndInk: "var(--c2)", Width: 1.8,
		Mark: figure.Triangle}
	checkCurve = figure.Curve{Title: "with the files, in separate launches", Ink: "var(--c4)",
		EndInk: "var(--c4)", Width: 1.8, Mark: figure.Diamond}
)

// charts draws the times of an operation, its gains relative to the default, and the results of a check of
// this job.
func (o tunedOp) charts(job tuned.Job, check *rulecheck.Check) tuningCharts {
	c := tuningCharts{Op: o.op, Job: job}
	of := []figure.Curve{defaultCurve, libraryCurve, bestCurve}
	times, gains := make([]figure.Curve, len(of)), make([]figure.Curve, len(of))
	copy(times, of)
	copy(gains, of)
	gains[0].Mark = figure.Mark{}
	var sizes []int
	for _, s := range o.sizes {
		sizes = append(sizes, s.bytes)
		for i, e := range []tune.Entry{s.native, s.bestOfLibrary, s.best} {
			x := float64(s.bytes)
			gain := figure.Point{X: x, Y: e.Ratio, Lo: e.Low, Hi: e.High}
			if i == 0 {
				gain.Lo, gain.Hi = 0, 0
			}
			times[i].Points = append(times[i].Points, figure.Point{X: x, Y: e.Median / 1000})
			gains[i].Points = append(gains[i].Points, gain)
		}
	}
	if checked := o.checkCurve(job, check); len(checked.Points) > 0 {
		gains = append(gains, checked)
	}
	for _, curve := range gains {
		curve.Mark = markWithTitle(of, curve)
		c.Legend = append(c.Legend, legendEntry{curve.Sample(), curve.Title})
	}
	draw := func(what string, curves []figure.Curve) figure.SVG {
		return figure.Chart{Title: fmt.Sprintf("%s on %d ranks: %s against the block size in bytes", o.op,
			job.Ranks, what), Width: 540, Height: 300,
			Curves: curves, XTicks: figure.Ticks(sizes, results.FormatSize)}.Draw()
	}
	c.Times, c.Gains = draw("time", times), draw("time relative to the default", gains)
	return c
}

// markWithTitle returns the mark of the curve in `of` that has the title of `curve`, or else the mark of
// `curve`.
func markWithTitle(of []figure.Curve, curve figure.Curve) figure.Mark {
	for _, c := range of {
		if c.Title == curve.Title {
			return c.Mark
		}
	}
	return curve.Mark
}

// checkCurve returns the curve of a check's results for the operation. The curve is empty if the check is for
// another job.
func (o tunedOp) checkCurve(job tuned.Job, check *rulecheck.Check) figure.Curve {
	c := checkCurve
	if check == nil || check.Job != job {
		return c
	}
	for _, cell := range check.Cells {
		if cell.Op == o.op {
			c.Points = append(c.Points,
				figure.Point{X: float64(cell.Bytes), Y: cell.Ratio, Lo: cell.Low, Hi: cell.High})
		}
	}
	return c
}
