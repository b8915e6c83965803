package simulate

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"topocoll/catalog"
	"topocoll/cost"
	"topocoll/internal/check"
	"topocoll/internal/cli/model"
	"topocoll/internal/virtual"
	"topocoll/internal/wrap"
	"topocoll/sim"
	"topocoll/topo"
)

func writeRun(out io.Writer, run virtual.Run, o virtual.Outcome) error {
	c := run.Machine.Config
	fmt.Fprintf(out, "%s, p = %d, m = %d, on %s\n", o.Algo, o.P, o.M, topo.TitleFor(c.Network, o.P))
	machine := fmt.Sprintf("%s, %s; ts = %v µs, tw = %v µs/word%s, th = %v µs/hop",
		routingText(c.Routing), portsText(c.Ports), c.Ts, c.Tw, run.Machine.TwSource, c.Th)
	if o.Arrival != "" {
		machine += "; " + arrivalText(o)
	}
	io.WriteString(out, wrap.Text("", "  ", machine)+"\n")
	if text := segmentText(run, o); text != "" {
		io.WriteString(out, wrap.Text("", "  ", text)+"\n")
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "time\t%s µs\n", model.Micros(o.Time))
	if o.Formula == nil {
		fmt.Fprintf(table, "formula\t%s\n", noFormulaText(run, o))
	} else {
		form := run.Machine.Model.Form
		if c.Routing == sim.CT && c.Th > 0 && !run.Machine.Model.CT {
			form = cost.WithTh(form)
		}
		fmt.Fprintf(table, "formula\t%s µs = %s%s\n", model.Micros(*o.Formula), form, formulaText(run, o))
		fmt.Fprintf(table, "difference\t%s µs%s\n", model.Micros(o.Difference()), differenceText(o))
	}
	fmt.Fprintf(table, "rounds\t%d\n", o.Rounds)
	fmt.Fprintf(table, "messages\t%d\n", o.Messages)
	fmt.Fprintf(table, "words\t%d\n", o.Words)
	fmt.Fprintf(table, "busiest link\t%s\n", check.FormatCount(o.MaxLinkWords, "word"))
	return table.Flush()
}

// arrivalText describes the arrival pattern, and the moment from which the times of the runs are measured.
func arrivalText(o virtual.Outcome) string {
	return fmt.Sprintf("ranks enter late (%s): times are measured from the arrival of the last rank, and "+
		"formulas assume that all ranks enter at the same time", o.Arrival)
}

// segmentText describes the segments of a run. It is "" without --segment.
func segmentText(run virtual.Run, o virtual.Outcome) string {
	switch {
	case !run.Divided():
		return ""
	case o.Segment == 0:
		return "whole messages are fastest (if contention for links is ignored)"
	}
	return fmt.Sprintf(
		"messages of more than %d words are divided; every node executes each step as soon as its "+
			"dependencies are done, without contention for links", o.Segment)
}

// formulaText describes how the formula's network, routing or messages differ from those of the run.
func formulaText(run virtual.Run, o virtual.Outcome) string {
	switch m := run.Machine; {
	case o.Segment > 0:
		return ", for whole messages"
	case m.Away:
		return ", for a different network, " + m.Home
	case m.Model.CT && m.Config.Routing == sim.SF:
		return ", for cut-through routing"
	}
	return ""
}

func noFormulaText(run virtual.Run, o virtual.Outcome) string {
	if run.Machine.Model.Cost == nil {
		return "none"
	}
	unmet := unmetText(run)
	if strings.Contains(unmet, "segments") {
		unmet += " (--segment sets their length)"
	}
	return fmt.Sprintf("none for p = %d, m = %d; the formula requires\n\t%s", o.P, o.M, unmet)
}

// unmetText describes the condition of the formula that the run does not meet.
func unmetText(run virtual.Run) string { return run.Machine.Unmet(run.Call, run.Segment.Words) }

func routingText(r sim.Routing) string {
	return map[sim.Routing]string{sim.SF: "store-and-forward", sim.CT: "cut-through"}[r]
}

func portsText(p sim.Ports) string {
	return map[sim.Ports]string{sim.OnePort: "one port, full duplex", sim.HalfDuplex: "one port, half duplex",
		sim.AllPort: "all ports"}[p]
}

func differenceText(o virtual.Outcome) string {
	if *o.Formula == 0 || o.Difference() == 0 {
		return ""
	}
	return fmt.Sprintf(" (%+.3g%%)", 100*o.Difference() / *o.Formula)
}

// writeRuns prints several runs, grouped by operation and network, and names the fastest of each operation.
func writeRuns(out io.Writer, runs []virtual.Run, outcomes []virtual.Outcome, skipped []string) error {
	for _, coll := range catalog.Collectives() {
		var group []virtual.Outcome
		network, divided := "", false
		notes := footnotes{ids: map[string][]string{}}
		ranked := comparedRuns{map[string]bool{}, map[sim.Routing][]string{}}
		for i, o := range outcomes {
			if runs[i].Info.Op != coll {
				continue
			}
			if group == nil {
				fmt.Fprintln(out,
					"ALGORITHM                     TIME µs  FORMULA ROUNDS MESSAGES     WORDS    LINK")
			}
			group = append(group, o)
			ranked.add(runs[i])
			c := runs[i].Machine.Config
			on := fmt.Sprintf("%s %v, %s", topo.TitleFor(c.Network, group[0].P), c.Routing, portsText(c.Ports))
			divided = divided || runs[i].Divided()
			if rate := runs[i].Machine.TwSource; rate != "" {
				on += fmt.Sprintf(", tw = %v µs/word%s", c.Tw, rate)
			}
			if on != network {
				network = on
				fmt.Fprintf(out, "on %s\n", on)
			}
			formula := "-"
			if o.Formula != nil {
				formula = model.Micros(*o.Formula)
			}
			mark := notes.addFormulaNote(runs[i], o)
			fmt.Fprintf(out, "%-28s %8s %8s%s%6d %8d %9d %7d\n", o.Algo, model.Micros(o.Time), formula, mark,
				o.Rounds, o.Messages, o.Words, o.MaxLinkWords)
		}
		if group == nil {
			continue
		}
		notes.write(out)
		io.WriteString(out, ranked.routingText())
		if group[0].Arrival != "" {
			io.WriteString(out, wrap.Text("", "  ", arrivalText(group[0])))
		}
		if divided {
			io.WriteString(out, wrap.Text("* ", "  ",
				"with --segment, only the times of pipelined algorithms include contention for links"))
		}
		io.WriteString(out,
			wrap.Text("", "  ",
				fmt.Sprintf("%s, p = %d, m = %d: %s%s", coll, group[0].P, group[0].M, winnerText(group),
					ranked.networksText()))+"\n")
	}
	for _, reason := range skipped {
		fmt.Fprintf(out, "left out: %s\n", reason)
	}
	return nil
}

// comparedRuns collects the networks and the routing of runs that are compared with each other.
type comparedRuns struct {
	networks map[string]bool
	ids      map[sim.Routing][]string // ids of the algorithms, by routing
}

func (r *comparedRuns) add(run virtual.Run) {
	c := run.Machine.Config
	r.networks[topo.TitleFor(c.Network, run.P)] = true
	r.ids[c.Routing] = append(r.ids[c.Routing], run.Info.ID)
}

// networksText returns a remark if the compared algorithms run on different networks, otherwise "".
func (r *comparedRuns) networksText() string {
	if len(r.networks) < 2 {
		return ""
	}
	return " (each on the network of its formula)"
}

// routingText returns a footnote if the algorithms run on one network but have different routing, otherwise
// "". By default, an algorithm on the network of its formula has store-and-forward routing, unless its
// formula is for cut-through routing. On any other network, it has cut-through routing.
func (r *comparedRuns) routingText() string {
	if len(r.networks) > 1 || len(r.ids) < 2 {
		return ""
	}
	few, others := sim.SF, sim.CT
	if len(r.ids[few]) > len(r.ids[others]) {
		few, others = others, few
	}
	return wrap.Text("* ", "  ", fmt.Sprintf("the routing differs: %s for %s, %s for the other algorithms "+
		"(--routing sf or --routing ct sets the same routing for all)", routingText(few),
		strings.Join(r.ids[few], ", "), routingText(others)))
}

// footnotes holds remarks on formulas that are missing, or that are not for the machine of the run.
type footnotes struct {
	texts []string            // each begins with the mark that it explains, and a blank
	ids   map[string][]string // ids of the algorithms, by text
}

// addFormulaNote adds a footnote if the run has no formula, or a formula that is not for the machine of the
// run. It returns the mark for the table: "*" in the second case, otherwise a space.
func (n *footnotes) addFormulaNote(run virtual.Run, o virtual.Outcome) string {
	if o.Formula == nil {
		what := "- no formula"
		if unmet := unmetText(run); unmet != "" {
			what = "- the formula requires " + unmet
		}
		n.add(what, o.Algo)
		return " "
	}
	what := formulaText(run, o)
	if what == "" {
		return " "
	}
	n.add("* formula "+strings.TrimPrefix(what, ", "), o.Algo)
	return "*"
}

func (n *footnotes) add(what, id string) {
	if n.ids[what] == nil {
		n.texts = append(n.texts, what)
	}
	n.ids[what] = append(n.ids[what], id)
}

// write writes the footnotes. A footnote begins with the mark that it explains.
func (n *footnotes) write(out io.Writer) {
	slices.SortStableFunc(n.texts, func(a, b string) int { return cmp.Compare(b[0], a[0]) })
	for _, what := range n.texts {
		io.WriteString(out,
			wrap.Text(what[:2], "  ", fmt.Sprintf("%s: %s", what[2:], strings.Join(n.ids[what], ", "))))
	}
}

func algorithmIDs(of []virtual.Outcome) []string {
	var names []string
	for _, o := range of {
		names = append(names, o.Algo)
	}
	return names
}

func winnerText(of []virtual.Outcome) string {
	first, next := virtual.Fastest(of)
	s := strings.Join(algorithmIDs(first), ", ")
	switch {
	case len(of) == 1:
		return s + " is the only algorithm"
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

func timesAsFast(times float64) string {
	switch percent := 100 * (times - 1); {
	case percent >= 10:
		return fmt.Sprintf("%.3g times as fast as", times)
	case percent >= 0.01:
		return fmt.Sprintf("%.2g %% faster than", percent)
	}
	return "less than 0.01 % faster than"
}
