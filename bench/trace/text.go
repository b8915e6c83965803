package trace

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"topocoll/internal/wrap"
)

// An activity is a named part of the time of all ranks.
type activity struct {
	time float64
	name string
}

// Sentence returns a sentence with the measured time, the modelled time, and the share of each activity in
// the time of all ranks. The argument `modelled` is in µs. If it is 0, there is no modelled time.
func (t *Timing) Sentence(algorithm string, modelled float64) string {
	n, u := len(t.Totals), t.unit()
	text := fmt.Sprintf("%s takes a median of %s %s over %d executions (the middle half took %s to %s)",
		algorithm,
		u.format(t.Schedule.Finish), u.name, n, u.format(t.Totals[n/4]), u.format(t.Totals[n-1-n/4]))
	if modelled > 0 {
		text += fmt.Sprintf(", %.2f times as long as the model predicts (%s %s)", t.Schedule.Finish/modelled,
			u.format(modelled), u.name)
	}
	var sum Shares
	for _, s := range t.Shares() {
		sum.Messages += s.Messages
		sum.Late += s.Late
		sum.Copies += s.Copies
		sum.Combinations += s.Combinations
		sum.Between += s.Between
		sum.End += s.End
	}
	if sum.End == 0 {
		return text + "."
	}
	parts := []activity{{sum.Messages, "in messages"}, {sum.Late, "waiting for late senders"},
		{sum.Copies, "copying"}, {sum.Combinations, "combining"}, {sum.Between, "between steps"}}
	slices.SortStableFunc(parts, func(a, b activity) int { return cmp.Compare(b.time, a.time) })
	var named []string
	for _, p := range parts {
		if share := 100 * p.time / sum.End; share >= 0.5 {
			named = append(named, fmt.Sprintf("%.0f %% %s", share, p.name))
		}
	}
	return text + ". Of their time, the ranks spend " + strings.Join(named, ", ") + "."
}

// Write prints the title, the sentence, the assumption of the model, and a table of the shares of each rank.
func (t *Timing) Write(out io.Writer, title, sentence, model string) error {
	head := title + "\n" + wrap.Text("", "", sentence) + wrap.Text("", "", "Modelled: "+model+".") + "\n"
	if _, err := io.WriteString(out, head); err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "rank\tends at\tin messages\twaiting\tcopying\tcombining\tbetween steps\t\n")
	u := t.unit()
	for rank, s := range t.Shares() {
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t\n", rank, u.format(s.End), u.format(s.Messages),
			u.format(s.Late), u.format(s.Copies), u.format(s.Combinations), u.format(s.Between))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	note := "Times are in " + u.name + " and count from the first step on any rank. In messages: a message " +
		"to or from the rank is in flight. Waiting: the rank waits for messages whose senders have not begun."
	if t.MoreThanCores {
		note += " There are more ranks than cores, so ranks also waited for cores."
	}
	_, err := io.WriteString(out, wrap.Text("", "", note))
	return err
}

// A unit is the unit of the printed times: ms or µs.
type unit struct {
	name string
	us   float64 // length in µs
}

func (t *Timing) unit() unit {
	if t.Schedule.Finish >= 10_000 {
		return unit{"ms", 1000}
	}
	return unit{"µs", 1}
}

// format formats a time, given in µs, in the unit u with three significant digits.
func (u unit) format(us float64) string {
	time := us / u.us
	if time >= 100 {
		return fmt.Sprintf("%.0f", time)
	}
	return fmt.Sprintf("%.3g", time)
}
