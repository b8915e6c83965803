package page

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
)

const (
	native = results.Native
	gompi  = "gompi"
)

// A table is the cells of one operation at one process count.
type table struct {
	Op    string
	P     int
	Sizes []int    // ascending
	Algos []string // as measured: native first
	at    map[string]map[int]results.Cell
}

// tablesOf sorts the cells of a result into tables, in the order they were measured.
func tablesOf(r *results.Result) (tables []*table) {
	type heading struct {
		op string
		p  int
	}
	under := map[heading]*table{}
	for _, c := range results.ExpandAlike(r.Cells) {
		t, known := under[heading{c.Op, c.P}]
		if !known {
			t = &table{Op: c.Op, P: c.P, at: map[string]map[int]results.Cell{}}
			under[heading{c.Op, c.P}], tables = t, append(tables, t)
		}
		if t.at[c.Algo] == nil {
			t.at[c.Algo], t.Algos = map[int]results.Cell{}, append(t.Algos, c.Algo)
		}
		t.at[c.Algo][c.Bytes] = c
		if at, known := slices.BinarySearch(t.Sizes, c.Bytes); !known {
			t.Sizes = slices.Insert(t.Sizes, at, c.Bytes)
		}
	}
	return tables
}

// cells returns those of one contender by size.
func (t *table) cells(algo string) (cells []results.Cell) {
	for _, bytes := range t.Sizes {
		if c, measured := t.at[algo][bytes]; measured {
			cells = append(cells, c)
		}
	}
	return cells
}

// ofSize returns the cells of one size in the order of the contenders.
func (t *table) ofSize(bytes int) (cells []results.Cell) {
	for _, algo := range t.Algos {
		if c, measured := t.at[algo][bytes]; measured {
			cells = append(cells, c)
		}
	}
	return cells
}

// Measured returns the cells by size, of those that are alike only the one that was measured.
func (t *table) Measured() (cells []results.Cell) {
	for _, bytes := range t.Sizes {
		cells = append(cells, t.ofSize(bytes)...)
	}
	return slices.DeleteFunc(cells, func(c results.Cell) bool { return c.Of != "" })
}

// Overlaps reports whether the calls were started, and their overlap with a computation measured.
func (t *table) Overlaps() bool {
	return slices.ContainsFunc(t.Measured(), func(c results.Cell) bool { return c.Overlap != nil })
}

// ours returns the contenders that are neither native nor gompi.
func (t *table) ours() []string {
	return slices.DeleteFunc(slices.Clone(t.Algos), func(algo string) bool { return kindOf(algo) != "ours" })
}

func isForced(algo string) bool { return results.Cell{Algo: algo}.IsForced() }

// MPI is the name of the native call.
func (t *table) MPI() string { return catalog.Collective(t.Op).MPI() }

// processCounts returns the p of the tables, ascending.
func processCounts(tables []*table) []int {
	var counts []int
	for _, t := range tables {
		counts = append(counts, t.P)
	}
	slices.Sort(counts)
	return slices.Compact(counts)
}

// withProcesses returns the tables with p processes.
func withProcesses(tables []*table, p int) []*table {
	return slices.DeleteFunc(slices.Clone(tables), func(t *table) bool { return t.P != p })
}

// sizesOf returns the block sizes of the tables, ascending.
func sizesOf(tables []*table) []int {
	var sizes []int
	for _, t := range tables {
		sizes = append(sizes, t.Sizes...)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// short is the name of a contender where the operation is known: "hcube", "hcube rabenseifner", "native ring".
func short(op, algo string) string {
	topology, method, found := strings.Cut(algo, "/")
	if !found {
		return strings.Replace(algo, ":", " ", 1)
	}
	method = strings.TrimPrefix(strings.TrimPrefix(method, op), "-")
	return strings.TrimSpace(topology + " " + method)
}

// breaks lets a long name be broken behind its separators, and the longest word between its two.
func breaks(text string) template.HTML {
	s := strings.ReplaceAll(template.HTMLEscapeString(text), "reducescatter", "reduce<wbr>scatter")
	for _, separator := range []string{"_", "/", "-", ":", "="} {
		s = strings.ReplaceAll(s, separator, separator+"<wbr>")
	}
	return template.HTML(s)
}

// micros writes nanoseconds as µs with three digits.
func micros(ns float64) string {
	us := ns / 1000
	switch {
	case math.IsNaN(us) || math.IsInf(us, 0):
		return "-"
	case us != 0 && us < 10:
		return fmt.Sprintf("%.2f", us)
	case us < 100:
		return fmt.Sprintf("%.1f", us)
	}
	return fmt.Sprintf("%.0f", us)
}

func ratioText(ratio float64) string {
	switch {
	case math.IsNaN(ratio) || math.IsInf(ratio, 0):
		return "-"
	case ratio >= 9.995:
		return fmt.Sprintf("%.1f", ratio)
	}
	return fmt.Sprintf("%.2f", ratio)
}

// span writes an interval with its ends as f does.
func span(f func(float64) string, i results.Interval) string {
	if i.Lo == nil || i.Hi == nil {
		return "too few samples"
	}
	return f(*i.Lo) + " to " + f(*i.Hi)
}
