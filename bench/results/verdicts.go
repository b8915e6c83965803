package results

import (
	"fmt"
	"io"
	"slices"
)

// signs are the symbols of the verdicts in a table.
var signs = map[string]string{Faster: "+", Slower: "-", Same: "=", Inconclusive: "."}

// WriteVerdicts prints the verdict on each of ours and gompi's at each size, against the default native call; if there are none,
// those on the forced native algorithms. If all are open, as with more ranks than cores, it prints one line.
func WriteVerdicts(w io.Writer, r *Result) {
	const across = 9 // columns for sizes
	alone := !slices.ContainsFunc(r.Cells, rival)
	cells := slices.DeleteFunc(Spread(r.Cells), func(c Cell) bool { return c.Algo == Native || c.IsForced() && !alone })
	if len(cells) == 0 {
		return
	}
	if !slices.ContainsFunc(cells, func(c Cell) bool { return c.Verdict != Inconclusive }) {
		why := "too few samples (--time or -i takes more)"
		if slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Oversubscribed }) {
			why = "more ranks than cores (--allow-oversubscribed gives verdicts)"
			if cores := coresText(r); cores != "" {
				why = "more ranks than cores: " + cores + " (larger blocks or slower links show the links; --allow-oversubscribed takes the times as they are)"
				if few := fewText(r); few != "" {
					why += "; " + few
				}
			}
		}
		fmt.Fprintln(w)
		WriteComment(w, "verdicts: all open: %s", why)
		return
	}
	fmt.Fprintf(w, "\n# verdicts of %s: + faster, = same within 5 %%, - slower, . open\n", r.Env.launches())
	for _, cells := range Tables(cells) {
		var sizes []int
		var algos []string
		sign, of := map[Key]string{}, cells[0].Case()
		for _, c := range cells {
			sizes, algos, sign[c.Key()] = append(sizes, c.Bytes), append(algos, c.Algo), signs[c.Verdict]
		}
		for sizes := range slices.Chunk(Distinct(sizes), across) {
			fmt.Fprintf(w, "# %-29s", fmt.Sprintf("%s, %d ranks", of.Op, of.P))
			for _, size := range sizes {
				fmt.Fprintf(w, " %4s", FormatSize(size))
			}
			fmt.Fprintln(w)
			for _, algo := range Distinct(algos) {
				fmt.Fprintf(w, "  %-29s", fitted(algo, 29))
				for _, size := range sizes {
					fmt.Fprintf(w, " %4s", sign[Key{Case{of.Op, of.P, size}, algo}])
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
func (e Env) launches() string {
	if e.Launches > 1 {
		return fmt.Sprintf("%d launches", e.Launches)
	}
	return "this launch"
}
