package simulate

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/cli/model"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/virtual"
	"topocoll/internal/wrap"
)

// A sweep holds the outcomes of several algorithms at several points. An outcome is nil if the algorithm does
// not run at its point.
type sweep struct {
	variable string // p or m
	points   []option.Count
	infos    []catalog.Info
	machine  model.MachineFlags
	rows     [][]*virtual.Outcome // indexed by point, then by algorithm
}

func (s *Command) runAndWriteSweep(out io.Writer, infos []catalog.Info, given option.Given) error {
	for _, info := range infos {
		if info.Op != infos[0].Op {
			return exit.Usagef("--sweep compares algorithms of one operation, not %s with %s", infos[0].ID,
				info.ID)
		}
	}
	w := sweep{infos: infos, machine: s.MachineFlags}
	flag, points, err := parseSweep(s.Sweep)
	if err != nil {
		return err
	}
	if err := given.Refuse(fmt.Sprintf("cannot be used with --sweep %s, which sets it", s.Sweep),
		map[string]string{"m": "words", "n": "n"}[flag]); err != nil {
		return err
	}
	w.variable, w.points = map[string]string{"m": "m", "n": "p"}[flag], points // -n is p in the formulas
	stopped := s.runSweep(&w)
	if stopped != nil && len(w.outcomes()) == 0 {
		return stopped
	}
	if s.SVG != "" { // write the file first, because the reader of the text may close the pipe
		err = w.drawChart(s.SVG)
	}
	if s.JSON {
		err = errors.Join(err, saved.WriteJSON(out, w.outcomes()))
	} else {
		w.writeText(out)
	}
	return errors.Join(stopped, err)
}

// runSweep runs the algorithms at all points. It reports invalid points before the first run. If a run fails,
// the outcomes of the earlier points are kept.
func (s *Command) runSweep(w *sweep) error {
	var all []virtual.Run
	var runs [][]*virtual.Run // indexed by point, then by algorithm
	for _, point := range w.points {
		at, err := s.runsAt(*w, point)
		if err != nil {
			return err
		}
		for _, run := range at {
			if run != nil {
				all = append(all, *run)
			}
		}
		runs = append(runs, at)
	}
	if len(all) == 0 {
		return exit.Usagef("--sweep %s: no algorithm runs; %s requires %s", s.Sweep, w.infos[0].ID,
			w.infos[0].Accepts)
	}
	if err := virtual.Foresee(os.Stderr, all, s.Long); err != nil {
		return err
	}
	ctx, stop := job.SignalContext()
	defer stop()
	for _, at := range runs {
		row := make([]*virtual.Outcome, len(at))
		for i, run := range at {
			if run == nil {
				continue
			}
			o, err := run.Simulate(ctx, os.Stderr)
			if err != nil {
				return err
			}
			row[i] = &o
		}
		w.rows = append(w.rows, row)
	}
	return nil
}

// runsAt returns the run of each algorithm at a point, or nil for an algorithm that does not run there.
func (s *Command) runsAt(w sweep, point option.Count) ([]*virtual.Run, error) {
	p, m := s.call.P, int(point)
	if w.variable == "p" {
		p, m = int(point), s.call.M
	}
	runs := make([]*virtual.Run, len(w.infos))
	for i, info := range w.infos {
		if info.Takes(p) {
			run, err := s.newRun(info, p, m)
			if err != nil {
				return nil, err
			}
			if info.TakesMesh(run.Machine.Extents) {
				runs[i] = &run
			}
		}
	}
	return runs, nil
}

// parseSweep parses a range of -m or -n, such as m=1:1M. The first point is the first value. Each further
// point is twice the previous point (1 after 0), or the last value if that is smaller.
func parseSweep(s string) (flag string, points []option.Count, err error) {
	flag, between, _ := strings.Cut(s, "=")
	first, last, found := strings.Cut(between, ":")
	var a, b option.Count
	if !found || flag != "m" && flag != "n" || a.UnmarshalText([]byte(first)) != nil ||
		b.UnmarshalText([]byte(last)) != nil || a > b || flag == "n" && a < 1 {
		return "", nil, exit.Usagef("--sweep %s, want a range such as m=1:1M or n=2:4096", s)
	}
	for ; a < b; a = max(1, 2*a) {
		points = append(points, a)
	}
	return flag, append(points, b), nil
}

func (w sweep) outcomes() []virtual.Outcome {
	all := []virtual.Outcome{}
	for _, row := range w.rows {
		all = append(all, presentOutcomes(row)...)
	}
	return all
}

// presentOutcomes returns the outcomes at a point, without the algorithms that do not run at it.
func presentOutcomes(row []*virtual.Outcome) (outcomes []virtual.Outcome) {
	for _, o := range row {
		if o != nil {
			outcomes = append(outcomes, *o)
		}
	}
	return outcomes
}

// writeText writes the times, and lists the ranges of points with the same fastest algorithm.
func (w sweep) writeText(out io.Writer) {
	const fit = 6 // number of columns that fit in a terminal
	for i, info := range w.infos {
		fmt.Fprintf(out, "[%d] %s\n", i+1, info.ID)
	}
	fmt.Fprintln(out, "\ntime in µs; * marks the fastest algorithm")
	if o := w.outcomes()[0]; o.Arrival != "" {
		io.WriteString(out, wrap.Text("", "  ", arrivalText(o)))
	}
	for first := 0; first < len(w.infos); first += fit {
		w.writeColumns(out, first, min(first+fit, len(w.infos)))
	}
	fmt.Fprintln(out)
	for i := 0; i < len(w.rows); {
		from, best := i, w.fastestAt(i)
		for i < len(w.rows) && slices.Equal(w.fastestAt(i), best) {
			i++
		}
		span := w.points[from].String()
		if i-1 > from {
			span += " .. " + w.points[i-1].String()
		}
		fmt.Fprintf(out, "%s = %s: %s\n", w.variable, span, strings.Join(best, ", "))
	}
}

// writeColumns writes the times of the algorithms with indices from `first` to `end`-1.
func (w sweep) writeColumns(out io.Writer, first, end int) {
	line := fmt.Sprintf("\n%6s", w.variable)
	for i := first; i < end; i++ {
		line += fmt.Sprintf("%11s ", fmt.Sprintf("[%d]", i+1))
	}
	fmt.Fprintln(out, strings.TrimRight(line, " "))
	for i, row := range w.rows {
		line, best := fmt.Sprintf("%6v", w.points[i]), w.fastestAt(i)
		for _, o := range row[first:end] {
			time, mark := "-", " "
			if o != nil {
				time = model.Micros(o.Time)
			}
			if o != nil && slices.Contains(best, o.Algo) {
				mark = "*"
			}
			line += fmt.Sprintf("%11s%s", time, mark)
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}

// fastestAt returns the fastest algorithms at a point, or a remark if no algorithm runs.
func (w sweep) fastestAt(point int) []string {
	outcomes := presentOutcomes(w.rows[point])
	if len(outcomes) == 0 {
		return []string{"no algorithm runs"}
	}
	first, _ := virtual.Fastest(outcomes)
	return algorithmIDs(first)
}
