package tables

import (
	"fmt"
	"io"
	"math"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/internal/wrap"
)

// verdictSymbols are the symbols of the verdicts in a table.
var verdictSymbols = map[string]string{results.Faster: "+", results.Slower: "-", results.Same: "=",
	results.Inconclusive: "."}

// WriteVerdicts prints the verdicts on our algorithms and gompi compared with the default native call at each
// size. If neither was measured, it prints the verdicts on the forced native algorithms. If all verdicts are
// inconclusive, as with more ranks than cores, it prints one line.
func WriteVerdicts(w io.Writer, r *results.Result) {
	const sizesPerLine = 9
	onlyNative := !slices.ContainsFunc(r.Cells, isOurs)
	cells := slices.DeleteFunc(results.ExpandAlike(r.Cells),
		func(c results.Cell) bool { return c.Algo == results.Native || c.IsForced() && !onlyNative })
	if len(cells) == 0 {
		return
	}
	if !slices.ContainsFunc(cells, func(c results.Cell) bool { return c.Verdict != results.Inconclusive }) {
		why := "there are too few samples (use --time or -i for more)"
		if slices.ContainsFunc(r.Cells, func(c results.Cell) bool { return c.Oversubscribed }) {
			why = "there are more ranks than cores (--allow-oversubscribed gives verdicts)"
			if cores := coreWaitText(r); cores != "" {
				why = "with more ranks than cores, " + cores +
					" (with larger blocks or slower links, the wait for cores matters less; --allow-oversubscribed " +
					"gives verdicts anyway)"
				if tooFew := tooFewSamplesText(r); tooFew != "" {
					why += "; " + tooFew
				}
			}
		}
		fmt.Fprintln(w)
		wrap.WriteComment(w, "all verdicts are inconclusive: %s", why)
		return
	}
	fmt.Fprintf(w, "\n# verdicts of %s: + faster, = same within 5 %%, - slower, . inconclusive\n",
		launchesText(r.Env))
	for _, cells := range results.Tables(cells) {
		var sizes []int
		var algos []string
		sign, of := map[results.Key]string{}, cells[0].Case()
		for _, c := range cells {
			sizes, algos, sign[c.Key()] = append(sizes, c.Bytes), append(algos, c.Algo), verdictSymbols[c.Verdict]
		}
		for sizes := range slices.Chunk(results.Distinct(sizes), sizesPerLine) {
			fmt.Fprintf(w, "# %-29s", fmt.Sprintf("%s, %d ranks", of.Op, of.P))
			for _, size := range sizes {
				fmt.Fprintf(w, " %4s", results.FormatSize(size))
			}
			fmt.Fprintln(w)
			for _, algo := range results.Distinct(algos) {
				fmt.Fprintf(w, "  %-29s", shorten(algo, 29))
				for _, size := range sizes {
					fmt.Fprintf(w, " %4s", sign[results.Case{Op: of.Op, P: of.P, Bytes: size}.Key(algo)])
				}
				fmt.Fprintln(w)
			}
		}
	}
	if tooFew := tooFewSamplesText(r); tooFew != "" {
		wrap.WriteComment(w, "%s", tooFew)
	}
	if cores := coreWaitText(r); cores != "" {
		wrap.WriteComment(w, "more ranks than cores: %s; every verdict holds with and without that time", cores)
	}
}

func launchesText(e results.Env) string {
	if e.Launches > 1 {
		return fmt.Sprintf("%d launches", e.Launches)
	}
	return "this launch"
}

// coreWaitText describes the upper bounds on the fractions of the cells' times that the ranks spent waiting
// for cores. It returns "" if the bounds are unknown.
func coreWaitText(r *results.Result) string {
	least, most := math.Inf(1), 0.0
	for _, c := range r.Cells {
		if c.Unlimited > 0 {
			part := c.CoreShare()
			least, most = min(least, part), max(most, part)
		}
	}
	if most == 0 {
		return ""
	}
	return fmt.Sprintf("waiting for cores accounts for at most %.0f to %.0f %% of the times",
		math.Floor(100*least), math.Ceil(100*most))
}

// tooFewSamplesText states how many cells of our algorithms are inconclusive because their single launch has
// too few samples or a change of level. It returns "" if there are no such cells.
func tooFewSamplesText(r *results.Result) string {
	inconclusive, tooFew := 0, 0
	for _, c := range r.Cells {
		if !isOurs(c) || c.Verdict != results.Inconclusive {
			continue
		}
		inconclusive++
		if len(c.LaunchRatios) == 0 && (c.Unsteady || c.Effective < stats.Enough) && (c.CoresKnown() ||
			!c.Oversubscribed) {
			tooFew++
		}
	}
	if tooFew == 0 || r.Env.Launches > 1 {
		return ""
	}
	return fmt.Sprintf(
		"%d of %d inconclusive verdicts come from too few samples: a single launch needs at least %d samples "+
			"without a change of level (use --time for more samples; with --launches 3, fewer suffice)",
		tooFew, inconclusive, stats.Enough)
}
