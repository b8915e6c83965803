package page

import (
	"fmt"
	"math"

	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
	"topocoll/bench/stats"
)

// A summary holds the numbers of verdicts, and the caveats that apply to them.
type summary struct {
	Conclusion string         // see ranking.Conclusion
	Counts     map[string]int // numbers of cells of topocoll's algorithms, by verdict
	Total      int
	Rows       []summaryRow
	Forced     bool                    // at least one contender is a forced native algorithm
	Regrets    []ranking.Regret        // time of "auto" relative to the best contender
	Pairs      []ranking.SameAlgorithm // pairs of a topocoll and a native algorithm with the same messages
	Limits     []string
	Skipped    []string
}

type summaryRow struct {
	ranking.Contest
	BestForced string // forced native algorithm with the lowest mean ratio, and this mean
	Bar        []bar
}

// A bar is the share of one verdict in a row, in percent.
type bar struct {
	Class string
	Width int
}

func summaryOf(r *results.Result, tables []*table) summary {
	s := summary{Conclusion: ranking.Conclusion(r), Counts: map[string]int{}, Regrets: ranking.Regrets(r),
		Pairs: ranking.SameAlgorithms(r), Limits: describeLimits(r), Skipped: r.Skipped}
	for _, c := range ranking.Contests(r) {
		if c.Sizes == 0 {
			continue
		}
		row := summaryRow{Contest: c, BestForced: "-", Bar: barsOf(c.Verdicts)}
		for _, t := range tables {
			if t.Op != c.Op || t.P != c.P {
				continue
			}
			if name, mean := t.bestForced(); name != "" {
				row.BestForced = fmt.Sprintf("%s (%s)", name, ratioText(mean))
				s.Forced = true
			}
		}
		for verdict, n := range c.Verdicts {
			s.Counts[verdict] += n
			s.Total += n
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

func barsOf(verdicts map[string]int) (bars []bar) {
	total := 0
	for _, n := range verdicts {
		total += n
	}
	for _, part := range [][2]string{{"fast", results.Faster}, {"same", results.Same},
		{"slow", results.Slower}, {"open", results.Inconclusive}} {
		bars = append(bars,
			bar{part[0], int(math.Round(100 * float64(verdicts[part[1]]) / float64(max(1, total))))})
	}
	return bars
}

// ratioInWords returns "fast", "slow" or, for a ratio within the margin, "even".
func ratioInWords(ratio float64) string {
	switch {
	case ratio < 1/results.Margin:
		return "fast"
	case ratio > results.Margin:
		return "slow"
	}
	return "even"
}

// bestForced returns the forced native algorithm with the lowest geometric mean of its ratios to the default.
func (t *table) bestForced() (name string, mean float64) {
	for _, algo := range t.Algos {
		if !isForced(algo) {
			continue
		}
		var ratios []float64
		for _, c := range t.cells(algo) {
			ratios = append(ratios, c.Ratio)
		}
		if m := stats.GeometricMean(ratios); name == "" || m < mean {
			name, mean = algo, m
		}
	}
	return name, mean
}

// describeLimits returns sentences with the caveats that apply to the verdicts.
func describeLimits(r *results.Result) []string {
	launches := "With one launch, the verdicts hold only for this launch. Another launch may differ by more " +
		"than the intervals show; use --launches 3 or more."
	if r.Env.Launches > 1 {
		launches = fmt.Sprintf(
			"The verdicts come from %d launches on the machine below. A different binding, library or machine "+
				"may lead to different verdicts.",
			r.Env.Launches)
	}
	limits := []string{
		launches,
		"The best of several algorithms is selected on one half of the launches, or of one launch's " +
			"repetitions, and its ratio comes from the other half. Its verdict comes from its own row of " +
			"the table.",
		"A geometric mean of ratios is not an average speed-up, because every size counts the same.",
	}
	switch {
	case r.Env.CoresKnown:
		limits = append(limits,
			"There were more ranks than cores. Therefore the calls were also timed on links without rate limits, "+
				"to show how much of each time is waiting for cores. Every verdict holds with and without the "+
				"waiting time, so it applies to this network with a core for every rank.")
	case r.Env.Oversubscribed:
		limits = append(limits,
			"There were more ranks than cores, so the times include scheduling delays, and the verdicts are not "+
				"evidence about the algorithms. Rounds, messages and bytes do not depend on the scheduler.")
	}
	if r.Status == "partial" {
		limits = append(limits,
			"The run ended early, so this page and its verdicts include only the completed measurements.")
	}
	return limits
}
