package results

import (
	"fmt"
	"io"
	"slices"
)

// signs are the symbols of the verdicts in a table.
var signs = map[string]string{Faster: "+", Slower: "-", Same: "=", Inconclusive: "."}

// WriteVerdicts prints the verdict on each of ours at each size, against the default native call. If all are open, as
// with more ranks than cores, it prints one line.
func WriteVerdicts(w io.Writer, r *Result) {
	const across = 9 // columns for sizes
	list := tables(r)
	if len(list) == 0 {
		return
	}
	if !slices.ContainsFunc(list, (*verdictTable).decided) {
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
	for _, t := range list {
		for begin := 0; begin < len(t.sizes); begin += across {
			sizes := t.sizes[begin:min(begin+across, len(t.sizes))]
			fmt.Fprintf(w, "# %-29s", fmt.Sprintf("%s, %d ranks", t.op, t.p))
			for _, size := range sizes {
				fmt.Fprintf(w, " %4s", FormatSize(size))
			}
			fmt.Fprintln(w)
			for _, algo := range t.algos {
				fmt.Fprintf(w, "  %-29s", fitted(algo, 29))
				for _, size := range sizes {
					fmt.Fprintf(w, " %4s", signs[t.verdict[algo][size]])
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

// A verdictTable is one operation at one process count.
type verdictTable struct {
	op      string
	p       int
	algos   []string
	sizes   []int
	verdict map[string]map[int]string // by algorithm and size
}

// tables groups the cells of our algorithms and gompi into tables, in the order of the run; if there are none, those of
// the forced native algorithms.
func tables(r *Result) []*verdictTable {
	var list []*verdictTable
	alone := !slices.ContainsFunc(r.Cells, rival)
	for _, c := range Spread(r.Cells) {
		if c.Algo == Native || c.Forced() && !alone {
			continue
		}
		last := len(list) - 1
		if last < 0 || list[last].op != c.Op || list[last].p != c.P {
			list = append(list, &verdictTable{op: c.Op, p: c.P, verdict: map[string]map[int]string{}})
			last++
		}
		list[last].add(c)
	}
	return list
}

// decided reports whether any verdict is not open.
func (t *verdictTable) decided() bool {
	for _, bySize := range t.verdict {
		for _, verdict := range bySize {
			if verdict != Inconclusive {
				return true
			}
		}
	}
	return false
}

func (t *verdictTable) add(c Cell) {
	if t.verdict[c.Algo] == nil {
		t.verdict[c.Algo] = map[int]string{}
		t.algos = append(t.algos, c.Algo)
	}
	t.verdict[c.Algo][c.Bytes] = c.Verdict
	if n := len(t.sizes); n == 0 || t.sizes[n-1] != c.Bytes {
		t.sizes = append(t.sizes, c.Bytes)
	}
}
