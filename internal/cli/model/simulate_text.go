package model

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"topocoll/catalog"
	"topocoll/internal/wrap"
	"topocoll/sim"
	"topocoll/topo"
)

// describe prints one run.
func describe(out io.Writer, run Simulation, o Outcome) error {
	c := run.Setup.config
	fmt.Fprintf(out, "%s, p = %d, m = %d, on %s\n", o.Algo, o.P, o.M, topo.TitleFor(c.Network, o.P))
	io.WriteString(out, wrap.Text("", "  ", fmt.Sprintf("%s, %s; ts = %v µs, tw = %v µs/word%s, th = %v µs/hop",
		routing(c.Routing), ports(c.Ports), c.Ts, c.Tw, run.Setup.rate, c.Th))+"\n")
	if text := run.cutText(o); text != "" {
		io.WriteString(out, wrap.Text("", "  ", text)+"\n")
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "time\t%s µs\n", micros(o.Time))
	if o.Formula == nil {
		fmt.Fprintf(table, "formula\t%s\n", noFormula(run, o))
	} else {
		fmt.Fprintf(table, "formula\t%s µs = %s%s\n", micros(*o.Formula), run.Setup.model.Form, run.home(o))
		fmt.Fprintf(table, "difference\t%s µs%s\n", micros(o.difference()), percent(o))
	}
	fmt.Fprintf(table, "rounds\t%d\n", o.Rounds)
	fmt.Fprintf(table, "messages\t%d\n", o.Messages)
	fmt.Fprintf(table, "words\t%d\n", o.Words)
	fmt.Fprintf(table, "busiest link\t%d words\n", o.MaxLinkWords)
	return table.Flush()
}

// home describes where the formula differs from the run: network, routing or messages.
func (run Simulation) home(o Outcome) string {
	switch s := run.Setup; {
	case o.Cut > 0:
		return ", for whole messages"
	case s.away:
		return ", for its own network, " + s.home
	case s.model.CT && s.config.Routing == sim.SF:
		return ", under ct"
	}
	return ""
}

func noFormula(run Simulation, o Outcome) string {
	if run.Setup.model.Cost == nil {
		return "none in the book"
	}
	return fmt.Sprintf("none in the book for p = %d, m = %d; it has one for %s", o.P, o.M, run.Info.Accepts)
}

func routing(r sim.Routing) string {
	return map[sim.Routing]string{sim.SF: "store-and-forward", sim.CT: "cut-through"}[r]
}

func ports(p sim.Ports) string {
	return map[sim.Ports]string{sim.OnePort: "one port, full duplex", sim.HalfDuplex: "one port, half duplex", sim.AllPort: "all ports"}[p]
}

// micros formats a time with six digits.
func micros(t float64) string {
	if t >= 1e6 {
		return fmt.Sprintf("%.0f", t)
	}
	return fmt.Sprintf("%.6g", t)
}

func percent(o Outcome) string {
	if *o.Formula == 0 || o.difference() == 0 {
		return ""
	}
	return fmt.Sprintf(" (%+.3g%%)", 100*o.difference() / *o.Formula)
}

// compare prints several runs, grouped by operation and network, and names the fastest of each operation.
func writeSimulations(out io.Writer, runs []Simulation, outcomes []Outcome, skipped []catalog.Info) error {
	for _, coll := range catalog.Collectives() {
		var of []Outcome
		network := ""
		var notes notes
		for i, o := range outcomes {
			if runs[i].Info.Op != coll {
				continue
			}
			if of == nil {
				fmt.Fprintln(out, "ALGORITHM                     TIME µs  FORMULA ROUNDS MESSAGES     WORDS    LINK")
			}
			of = append(of, o)
			c := runs[i].Setup.config
			on := fmt.Sprintf("%s %v", topo.TitleFor(c.Network, of[0].P), c.Routing)
			if rate := runs[i].Setup.rate; rate != "" {
				on += fmt.Sprintf(", tw = %v µs/word%s", c.Tw, rate)
			}
			if on != network {
				network = on
				fmt.Fprintf(out, "on %s\n", on)
			}
			formula := "-"
			if o.Formula != nil {
				formula = micros(*o.Formula)
			}
			mark := notes.mark(runs[i], o)
			fmt.Fprintf(out, "%-28s %8s %8s%s%6d %8d %9d %7d\n", o.Algo, micros(o.Time), formula, mark, o.Rounds, o.Messages, o.Words, o.MaxLinkWords)
		}
		if of == nil {
			continue
		}
		notes.text(out)
		io.WriteString(out, wrap.Text("", "  ", fmt.Sprintf("%s, p = %d, m = %d: %s", coll, of[0].P, of[0].M, winner(of)))+"\n")
	}
	for _, info := range skipped {
		fmt.Fprintf(out, "%s left out: it runs on %s\n", info.ID, info.Accepts)
	}
	return nil
}

// notes collects the formulas that are not for the machine of the run.
type notes struct {
	what []string
	ids  map[string][]string
}

// mark adds the formula of a run to the notes, if it is not for this machine, and returns its footnote mark.
func (n *notes) mark(run Simulation, o Outcome) string {
	what := strings.TrimPrefix(run.home(o), ", ")
	if o.Formula == nil || what == "" {
		return " "
	}
	if n.ids == nil {
		n.ids = map[string][]string{}
	}
	if n.ids[what] == nil {
		n.what = append(n.what, what)
	}
	n.ids[what] = append(n.ids[what], o.Algo)
	return "*"
}

func (n *notes) text(out io.Writer) {
	for _, what := range n.what {
		io.WriteString(out, wrap.Text("* ", "  ", fmt.Sprintf("formula %s: %s", what, strings.Join(n.ids[what], ", "))))
	}
}

// fastest returns the outcomes with the least time, and the second fastest.
func fastest(of []Outcome) (first []Outcome, next *Outcome) {
	best := of[0].Time
	for _, o := range of {
		best = min(best, o.Time)
	}
	for i, o := range of {
		switch {
		case o.Time <= best*(1+1e-9):
			first = append(first, o)
		case next == nil || o.Time < next.Time:
			next = &of[i]
		}
	}
	return first, next
}

func ids(of []Outcome) []string {
	var names []string
	for _, o := range of {
		names = append(names, o.Algo)
	}
	return names
}

func winner(of []Outcome) string {
	first, next := fastest(of)
	s := strings.Join(ids(first), ", ")
	switch {
	case len(of) == 1:
		return s + " is the only one"
	case len(first) == 1:
		s += " wins"
	default:
		s += " are equally fast"
	}
	if next != nil && first[0].Time > 0 {
		s += ", " + timesAsFast(next.Time/first[0].Time) + " " + next.Algo
	}
	return s
}

// timesAsFast describes a ratio of times.
func timesAsFast(times float64) string {
	switch percent := 100 * (times - 1); {
	case percent >= 10:
		return fmt.Sprintf("%.3g times as fast as", times)
	case percent >= 0.01:
		return fmt.Sprintf("%.2g %% faster than", percent)
	}
	return "less than 0.01 % faster than"
}
