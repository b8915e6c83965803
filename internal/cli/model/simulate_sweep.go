package model

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/job"
)

// A sweep has the outcomes of several algorithms at several points. An outcome is nil if the algorithm does not run there.
type sweep struct {
	variable string // p or m
	points   []option.Count
	infos    []catalog.Info
	machine  Machine
	at       [][]*Outcome // by point, then algorithm
}

func (s *SimulateCommand) sweep(out io.Writer, infos []catalog.Info, given option.Given) error {
	for _, info := range infos {
		if info.Op != infos[0].Op {
			return exit.Usagef("--sweep compares algorithms of one operation, not %s with %s", infos[0].ID, info.ID)
		}
	}
	w := sweep{infos: infos, machine: s.Machine}
	flag, points, err := parseSweep(s.Sweep)
	if err != nil {
		return err
	}
	if err := given.Refuse(fmt.Sprintf("with --sweep %s, want one of them", s.Sweep), map[string]string{"m": "words", "n": "n"}[flag]); err != nil {
		return err
	}
	w.variable, w.points = map[string]string{"m": "m", "n": "p"}[flag], points // p in the formulas
	stopped := s.runSweep(&w)
	if stopped != nil && len(w.at) == 0 {
		return stopped
	}
	if s.SVG != "" { // before the text, whose reader may close the pipe
		err = w.draw(s.SVG)
	}
	if s.JSON {
		err = errors.Join(err, saved.WriteJSON(out, w.outcomes()))
	} else {
		w.print(out)
	}
	return errors.Join(stopped, err)
}

// runSweep runs all points. If one fails, it keeps the points before it. Wrong points are refused before the first run.
func (s *SimulateCommand) runSweep(w *sweep) error {
	var all []Simulation
	for _, point := range w.points {
		runs, err := s.runsAt(*w, point)
		if err != nil {
			return err
		}
		for _, run := range runs {
			if run != nil {
				all = append(all, *run)
			}
		}
	}
	if err := Foresee(os.Stderr, all, s.Long); err != nil {
		return err
	}
	ctx, stop := job.SignalContext()
	defer stop()
	for _, point := range w.points {
		runs, err := s.runsAt(*w, point)
		if err != nil {
			return err
		}
		row := make([]*Outcome, len(runs))
		for i, run := range runs {
			if run == nil {
				continue
			}
			o, err := run.run(ctx)
			if err != nil {
				return err
			}
			row[i] = &o
		}
		w.at = append(w.at, row)
	}
	return nil
}

// runsAt returns the runs of all algorithms at a point; a run is nil if the algorithm does not run there.
func (s *SimulateCommand) runsAt(w sweep, point option.Count) ([]*Simulation, error) {
	p, m := s.of.P, int(point)
	if w.variable == "p" {
		p, m = int(point), s.of.M
	}
	runs := make([]*Simulation, len(w.infos))
	for i, info := range w.infos {
		if info.Takes(p) {
			run, err := s.simulation(info, p, m)
			if err != nil {
				return nil, err
			}
			runs[i] = &run
		}
	}
	return runs, nil
}

// parseSweep reads a range of -m or -n, such as m=1:1M. Its points are the first value, doubled repeatedly, and the last value.
func parseSweep(s string) (flag string, points []option.Count, err error) {
	flag, between, _ := strings.Cut(s, "=")
	first, last, found := strings.Cut(between, ":")
	var a, b option.Count
	if !found || flag != "m" && flag != "n" || a.UnmarshalText([]byte(first)) != nil || b.UnmarshalText([]byte(last)) != nil || a > b || flag == "n" && a < 1 {
		return "", nil, exit.Usagef("--sweep %s, want a range such as m=1:1M or n=2:4096", s)
	}
	for ; a < b; a = max(1, 2*a) {
		points = append(points, a)
	}
	return flag, append(points, b), nil
}

func (w sweep) outcomes() []Outcome {
	all := []Outcome{}
	for _, row := range w.at {
		all = append(all, existing(row)...)
	}
	return all
}

// existing returns the outcomes at a point, without the algorithms that do not run there.
func existing(row []*Outcome) (of []Outcome) {
	for _, o := range row {
		if o != nil {
			of = append(of, *o)
		}
	}
	return of
}

// print writes the times, marks the fastest of each point, and lists the ranges with the same fastest algorithm.
func (w sweep) print(out io.Writer) {
	const fit = 6 // columns in a terminal
	for i, info := range w.infos {
		fmt.Fprintf(out, "[%d] %s\n", i+1, info.ID)
	}
	fmt.Fprintln(out, "\ntime in µs, * is the fastest")
	for first := 0; first < len(w.infos); first += fit {
		w.columns(out, first, min(first+fit, len(w.infos)))
	}
	fmt.Fprintln(out)
	for i := 0; i < len(w.at); {
		from, best := i, w.best(i)
		for i < len(w.at) && slices.Equal(w.best(i), best) {
			i++
		}
		span := w.points[from].String()
		if i-1 > from {
			span += " .. " + w.points[i-1].String()
		}
		fmt.Fprintf(out, "%s = %s: %s\n", w.variable, span, strings.Join(best, ", "))
	}
}

// columns writes the times of the algorithms from first to end.
func (w sweep) columns(out io.Writer, first, end int) {
	line := fmt.Sprintf("\n%6s", w.variable)
	for i := first; i < end; i++ {
		line += fmt.Sprintf("%11s ", fmt.Sprintf("[%d]", i+1))
	}
	fmt.Fprintln(out, strings.TrimRight(line, " "))
	for i, row := range w.at {
		line, best := fmt.Sprintf("%6v", w.points[i]), w.best(i)
		for _, o := range row[first:end] {
			time, mark := "-", " "
			if o != nil {
				time = micros(o.Time)
			}
			if o != nil && slices.Contains(best, o.Algo) {
				mark = "*"
			}
			line += fmt.Sprintf("%11s%s", time, mark)
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}

// best returns the fastest at a point.
func (w sweep) best(point int) []string {
	of := existing(w.at[point])
	if len(of) == 0 {
		return []string{"no algorithm runs"}
	}
	first, _ := fastest(of)
	return ids(first)
}
