package page

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/internal/figure"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/tuned"
)

// Styles of the curves in the charts of an operation.
var (
	defaultCurve = figure.Curve{Title: "default", Ink: "var(--native)", EndInk: "var(--native)", Width: 3,
		Mark: figure.Disc}
	libraryCurve = figure.Curve{Title: "best of the library, forced", Ink: "var(--rival)",
		EndInk: "var(--rival)", Width: 1.8, Mark: figure.Square}
	anyCurve = figure.Curve{Title: "best of all", Ink: "var(--c2)", EndInk: "var(--c2)", Width: 1.8,
		Mark: figure.Triangle}
	checkCurve = figure.Curve{Title: "with the files, in separate launches", Ink: "var(--c4)",
		EndInk: "var(--c4)", Width: 1.8, Mark: figure.Diamond}
)

// charts draws the times and, relative to the default, the gains. If there is a check of the job, its results
// are drawn too.
func (o tunedOp) charts(job tuned.Job, check *rulecheck.Check) tuningCharts {
	c := tuningCharts{Op: o.op, Job: job}
	of := []figure.Curve{defaultCurve, libraryCurve, anyCurve}
	times, gains := make([]figure.Curve, len(of)), make([]figure.Curve, len(of))
	copy(times, of)
	copy(gains, of)
	gains[0].Mark = figure.Mark{}
	var sizes []int
	for _, s := range o.sizes {
		sizes = append(sizes, s.bytes)
		for i, e := range []tune.Entry{s.native, s.library, s.any} {
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
		curve.Mark = markIn(of, curve)
		c.Legend = append(c.Legend, legend{curve.Sample(), curve.Title})
	}
	draw := func(what string, curves []figure.Curve) figure.SVG {
		return figure.Chart{Title: fmt.Sprintf("%s of %s on %d ranks against the bytes of a block", what,
			o.op, job.Ranks), Width: 540, Height: 300,
			Curves: curves, XTicks: figure.Ticks(sizes, results.FormatSize)}.Draw()
	}
	c.Times, c.Gains = draw("time", times), draw("time as a fraction of the default", gains)
	return c
}

// markIn returns the mark of the curve in the list with the same title. If there is none, it returns the mark
// of the curve itself.
func markIn(of []figure.Curve, curve figure.Curve) figure.Mark {
	for _, c := range of {
		if c.Title == curve.Title {
			return c.Mark
		}
	}
	return curve.Mark
}

// checkCurve returns the curve of a check's results for the operation.
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
