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

// A table holds the cells of one operation at one process count.
type table struct {
	Op          string
	P           int
	Sizes       []int    // block sizes in bytes, ascending
	Algos       []string // in the order of measurement, the native call first
	cellsByAlgo map[string]map[int]results.Cell
}

// tablesOf groups the cells of a result into tables, in the order of measurement.
func tablesOf(r *results.Result) (tables []*table) {
	for _, cells := range results.Tables(results.ExpandAlike(r.Cells)) {
		t := &table{Op: cells[0].Op, P: cells[0].P, cellsByAlgo: map[string]map[int]results.Cell{}}
		for _, c := range cells {
			if t.cellsByAlgo[c.Algo] == nil {
				t.cellsByAlgo[c.Algo], t.Algos = map[int]results.Cell{}, append(t.Algos, c.Algo)
			}
			t.cellsByAlgo[c.Algo][c.Bytes] = c
			if at, known := slices.BinarySearch(t.Sizes, c.Bytes); !known {
				t.Sizes = slices.Insert(t.Sizes, at, c.Bytes)
			}
		}
		tables = append(tables, t)
	}
	return tables
}

// cells returns the cells of one contender, sorted by size.
func (t *table) cells(algo string) (cells []results.Cell) {
	for _, bytes := range t.Sizes {
		if c, measured := t.cellsByAlgo[algo][bytes]; measured {
			cells = append(cells, c)
		}
	}
	return cells
}

// cellsOfSize returns the cells of one size in the order of the contenders.
func (t *table) cellsOfSize(bytes int) (cells []results.Cell) {
	for _, algo := range t.Algos {
		if c, measured := t.cellsByAlgo[algo][bytes]; measured {
			cells = append(cells, c)
		}
	}
	return cells
}

// Measured returns the cells sorted by size. If several algorithms have the same plans, it returns only the
// one that was measured.
func (t *table) Measured() (cells []results.Cell) {
	for _, bytes := range t.Sizes {
		cells = append(cells, t.cellsOfSize(bytes)...)
	}
	return slices.DeleteFunc(cells, func(c results.Cell) bool { return c.Of != "" })
}

// Overlaps reports whether the table has non-blocking calls with measured overlap.
func (t *table) Overlaps() bool {
	return slices.ContainsFunc(t.Measured(), func(c results.Cell) bool { return c.Overlap != nil })
}

func (t *table) ownAlgorithms() []string {
	return slices.DeleteFunc(slices.Clone(t.Algos), func(algo string) bool { return kindOf(algo) != "ours" })
}

func isForced(algo string) bool { return results.Subject{Algo: algo}.IsForced() }

// MPI returns the MPI function's name, such as MPI_Bcast.
func (t *table) MPI() string { return catalog.Collective(t.Op).MPI() }

// processCounts returns the process counts of the tables, ascending.
func processCounts(tables []*table) []int {
	var counts []int
	for _, t := range tables {
		counts = append(counts, t.P)
	}
	slices.Sort(counts)
	return slices.Compact(counts)
}

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

// shortName returns the name of a contender without the operation, such as "hcube rabenseifner" or "native
// ring".
func shortName(op, algo string) string {
	topology, method, found := strings.Cut(algo, "/")
	if !found {
		return strings.Replace(algo, ":", " ", 1)
	}
	method = strings.TrimPrefix(strings.TrimPrefix(method, op), "-")
	return strings.TrimSpace(topology + " " + method)
}

// allowBreaks allows line breaks after the separators of a long name.
func allowBreaks(text string) template.HTML {
	s := strings.ReplaceAll(template.HTMLEscapeString(text), "reducescatter", "reduce<wbr>scatter")
	for _, separator := range []string{"_", "/", "-", ":", "="} {
		s = strings.ReplaceAll(s, separator, separator+"<wbr>")
	}
	return template.HTML(s)
}

// micros formats nanoseconds as µs with three digits.
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

// duration formats nanoseconds in seconds, ms or µs: 1.23 s, 12.3 ms, 123 µs.
func duration(ns float64) string {
	switch {
	case ns >= 1e9:
		return micros(ns/1e6) + " s"
	case ns >= 1e6:
		return micros(ns/1e3) + " ms"
	}
	return micros(ns) + " µs"
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

// intervalText formats an interval. The function f formats each end.
func intervalText(f func(float64) string, i results.Interval) string {
	if i.Lo == nil || i.Hi == nil {
		return "too few samples"
	}
	return f(*i.Lo) + " to " + f(*i.Hi)
}
