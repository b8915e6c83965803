package tables

import (
	"fmt"
	"io"
	"math"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// signs are the symbols of the verdicts in a table.
var signs = map[string]string{results.Faster: "+", results.Slower: "-", results.Same: "=",
	results.Inconclusive: "."}

// WriteVerdicts prints the verdict on each of ours and gompi's at each size, against the default
// native call; if there are none, those on the forced native algorithms. If all are open, as with
// more ranks than cores, it prints one line.
func WriteVerdicts(w io.Writer, r *results.Result) {
	const across = 9 // columns for sizes
	alone := !slices.ContainsFunc(r.Cells, isOurs)
	cells := slices.DeleteFunc(results.ExpandAlike(r.Cells),
		func(c results.Cell) bool { return c.Algo == results.Native || c.IsForced() && !alone })
	if len(cells) == 0 {
		return
	}
	if !slices.ContainsFunc(cells, func(c results.Cell) bool { return c.Verdict != results.Inconclusive }) {
		why := "too few samples (--time or -i takes more)"
		if slices.ContainsFunc(r.Cells, func(c results.Cell) bool { return c.Oversubscribed }) {
			why = "more ranks than cores (--allow-oversubscribed gives verdicts)"
			if cores := coresText(r); cores != "" {
				why = "more ranks than cores: " + cores +
					" (larger blocks or slower links show the links; --allow-oversubscribed takes the times as they are)"
				if few := fewText(r); few != "" {
					why += "; " + few
				}
			}
		}
		fmt.Fprintln(w)
		WriteComment(w, "verdicts: all open: %s", why)
		return
	}
	fmt.Fprintf(w, "\n# verdicts of %s: + faster, = same within 5 %%, - slower, . open\n", launchesText(r.Env))
	for _, cells := range results.Tables(cells) {
		var sizes []int
		var algos []string
		sign, of := map[results.Key]string{}, cells[0].Case()
		for _, c := range cells {
			sizes, algos, sign[c.Key()] = append(sizes, c.Bytes), append(algos, c.Algo), signs[c.Verdict]
		}
		for sizes := range slices.Chunk(results.Distinct(sizes), across) {
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
	if few := fewText(r); few != "" {
		WriteComment(w, "%s", few)
	}
	if cores := coresText(r); cores != "" {
		WriteComment(w, "more ranks than cores: %s; a verdict holds with and without that", cores)
	}
}

// launches says which launches the verdicts apply to.
func launchesText(e results.Env) string {
	if e.Launches > 1 {
		return fmt.Sprintf("%d launches", e.Launches)
	}
	return "this launch"
}

// coresText says which part of the times the cores take; "" if it is not known.
func coresText(r *results.Result) string {
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
	return fmt.Sprintf("on links without rates the calls take %.0f to %.0f %% of their time",
		math.Floor(100*least), math.Ceil(100*most))
}

// fewText counts the cells of ours that are open because one launch has too few samples of them, or
// of too different levels; "" if there are none.
func fewText(r *results.Result) string {
	open, few := 0, 0
	for _, c := range r.Cells {
		if !isOurs(c) || c.Verdict != results.Inconclusive {
			continue
		}
		open++
		if len(c.LaunchRatios) == 0 && (c.Unsteady || c.Effective < stats.Enough) && (c.CoresKnown() ||
			!c.Oversubscribed) {
			few++
		}
	}
	if few == 0 || r.Env.Launches > 1 {
		return ""
	}
	return fmt.Sprintf("%d of %d open: too few samples for one launch, which needs %d of one level (--time takes more; --launches 3 needs few)", few, open, stats.Enough)
}
