package results

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"topocoll/bench/stats"
)

// A Change is one cell measured twice, in files A and B.
type Change struct {
	Op, Algo   string
	P, Bytes   int
	A, B       float64 // medians, ns
	Ratio      float64 // B / A: below 1 it has become faster
	RatioRange Interval
	PValue     float64 // rank sum
	QValue     float64 // the same, corrected for the number of cells
	Verdict    string
}

// A Comparison is what two results say of each other.
type Comparison struct {
	Changes      []Change
	OnlyA, OnlyB int      // cells that the other has not
	Differ       []string // what matters in the environments and is not alike
	Capped       bool     // with more ranks than cores, all verdicts are open
}

// cellKey is what two cells to compare have in common.
type cellKey struct {
	op, algo string
	p, bytes int
}

// Compare sets the cells of b beside those of a, in the order of a. The samples of two runs are no pairs,
// so it takes the medians apart: a bootstrap of both for the interval, a rank-sum test for the p value.
// Verdicts are those of Judge.
func Compare(a, b *Result, oversubscribed bool) Comparison {
	keys, inA := samplesOf(a)
	others, inB := samplesOf(b)
	c := Comparison{
		Differ: differences(a.Env, b.Env),
		Capped: (a.Env.Oversubscribed || b.Env.Oversubscribed) && !oversubscribed,
	}
	var p []float64
	for _, key := range keys {
		if inB[key] == nil {
			c.OnlyA++
			continue
		}
		change := changeOf(key, Floats(inA[key]), Floats(inB[key]))
		p = append(p, change.PValue)
		c.Changes = append(c.Changes, change)
	}
	c.OnlyB = len(others) - len(c.Changes)
	for i, q := range stats.Discovery(p) {
		change := &c.Changes[i]
		change.QValue = q
		change.Verdict = verdict(Cell{RatioRange: change.RatioRange, QValue: q})
		if c.Capped {
			change.Verdict = Open
		}
	}
	return c
}

// samplesOf are the samples of every cell, those of a cell that is there several times together.
func samplesOf(r *Result) (keys []cellKey, samples map[cellKey][]int64) {
	samples = map[cellKey][]int64{}
	for _, c := range r.Cells {
		key := cellKey{c.Op, c.Algo, c.P, c.Bytes}
		if len(c.Samples) == 0 {
			continue
		}
		if samples[key] == nil {
			keys = append(keys, key)
		}
		samples[key] = append(samples[key], c.Samples...)
	}
	return keys, samples
}

func changeOf(key cellKey, a, b []float64) Change {
	ratio := stats.MedianRatio(b, a, Confidence, 1)
	return Change{
		Op: key.op, Algo: key.algo, P: key.p, Bytes: key.bytes,
		A: stats.Median(a, Confidence).Value, B: stats.Median(b, Confidence).Value,
		Ratio: ratio.Value, RatioRange: IntervalOf(ratio), PValue: stats.MannWhitney(b, a),
	}
}

// Slower returns the changes whose verdict is slower by more than a part of A, the worst first.
func (c Comparison) Slower(part float64) []Change {
	var list []Change
	for _, change := range c.Changes {
		if change.Verdict == Slower && change.Ratio > 1+part {
			list = append(list, change)
		}
	}
	slices.SortStableFunc(list, func(x, y Change) int { return compareFloats(y.Ratio, x.Ratio) })
	return list
}

func compareFloats(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// differences says what is not alike in two environments, of what times depend on.
func differences(a, b Env) []string {
	release := func(mpi string) string { name, _, _ := strings.Cut(mpi, ","); return name }
	var list []string
	for _, of := range []struct{ what, a, b string }{
		{"MPI", release(a.MPI), release(b.MPI)},
		{"CPU", a.cpus(), b.cpus()},
		{"network", a.Network, b.Network},
		{"oversubscribed", fmt.Sprint(a.Oversubscribed), fmt.Sprint(b.Oversubscribed)},
		{"sync", a.Sync, b.Sync},
		{"cache", a.Cache, b.Cache},
	} {
		if of.a != of.b {
			list = append(list, fmt.Sprintf("%s %s / %s", of.what, orNone(of.a), orNone(of.b)))
		}
	}
	return list
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// cpus are the processors of the hosts, each once.
func (e Env) cpus() string {
	var names []string
	for _, h := range e.Hosts {
		if !slices.Contains(names, h.CPU) {
			names = append(names, h.CPU)
		}
	}
	return strings.Join(names, " + ")
}

// WriteComparison prints the cells that are in both files, and what they come to.
func WriteComparison(w io.Writer, c Comparison, a, b string) {
	fmt.Fprintf(w, "# A %s\n# B %s\n", a, b)
	if len(c.Differ) > 0 {
		WriteComment(w, "not alike: %s", strings.Join(c.Differ, "; "))
	}
	if c.Capped {
		WriteComment(w, "more ranks than cores: times measure the scheduler too, verdicts stay open (--allow-oversubscribed)")
	}
	for i, x := range c.Changes {
		if i == 0 || x.Op != c.Changes[i-1].Op || x.P != c.Changes[i-1].P {
			fmt.Fprintf(w, "\n# %s, %d ranks\n", x.Op, x.P)
			fmt.Fprintf(w, "#bytes algorithm                        A us     B us   B/A 95 %%         verdict\n")
		}
		fmt.Fprintf(w, "%6s %-28s %8s %8s %5s %-12s %s\n",
			FormatSize(x.Bytes), x.Algo, Us(x.A), Us(x.B), significant(x.Ratio), x.RatioRange, x.Verdict)
	}
	fmt.Fprintln(w)
	WriteComment(w, "%s", c.summary())
	if c.OnlyA+c.OnlyB > 0 {
		WriteComment(w, "cells in one file only: %d in A, %d in B", c.OnlyA, c.OnlyB)
	}
}

// summary counts the verdicts. The geometric mean is of the ratios and no average speed-up.
func (c Comparison) summary() string {
	if len(c.Changes) == 0 {
		return "no cell is in both files"
	}
	count := map[string]int{}
	var ratios []float64
	for _, change := range c.Changes {
		count[change.Verdict]++
		ratios = append(ratios, change.Ratio)
	}
	return fmt.Sprintf("%d cells: B faster in %d, slower in %d, same in %d, open in %d; geometric mean of B/A %.3f",
		len(c.Changes), count[Faster], count[Slower], count[Same], count[Open], stats.GeometricMean(ratios))
}
