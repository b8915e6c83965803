package results

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"topocoll/bench/stats"
)

// A Change is one cell measured twice, in files A and B.
type Change struct {
	Op, Algo   string
	P, Bytes   int
	A, B       float64 // medians, ns
	Relative   bool    // the ratio is of the ratios to native; else of the times, of native itself as a rule
	Launches   int     // of the file that has fewer
	Ratio      float64 // B / A: below 1 it has become faster
	RatioRange Interval
	Verdict    string

	log stats.Launches // of B / A
}

// A Comparison is what two results say of each other.
type Comparison struct {
	Changes      []Change
	OnlyA, OnlyB int      // cells that the other has not
	Differ       []string // what matters in the environments and is not alike
	Capped       bool     // with more ranks than cores, all verdicts are open
}

// Compare sets the cells of b beside those of a, in the order of a. What it compares are ratios to native, which was measured
// in the same blocks: the machine may have been faster or slower at the time of b. The launch is the unit, so the means over
// the launches are compared; where a side has only one, all that is known is what its samples say. Verdicts are those of Judge.
func Compare(a, b *Result, oversubscribed bool) Comparison {
	keys, inA := runsOf(a)
	others, inB := runsOf(b)
	c := Comparison{
		Differ: differences(a.Env, b.Env),
		Capped: (a.Env.Oversubscribed || b.Env.Oversubscribed) && !oversubscribed,
	}
	for _, key := range keys {
		if inB[key] == nil {
			c.OnlyA++
			continue
		}
		c.Changes = append(c.Changes, changeOf(key, inA, inB))
	}
	c.OnlyB = len(others) - len(c.Changes)
	c.judge()
	return c
}

// judge gives the changes their verdicts, as Judge does cells.
func (c *Comparison) judge() {
	prior := c.prior()
	var beyond, same []float64
	for i := range c.Changes {
		change := &c.Changes[i]
		log := change.log
		if change.Launches > 1 {
			log = log.Given(prior)
		}
		ratio := log.Estimate(Confidence).Exp()
		change.Ratio, change.RatioRange = ratio.Value, IntervalOf(ratio)
		beyond, same = append(beyond, stats.Beyond(log, math.Log(Margin))), append(same, stats.Within(log, math.Log(Margin)))
	}
	beyond, same = stats.Discovery(beyond), stats.Discovery(same)
	for i := range c.Changes {
		change := &c.Changes[i]
		change.Verdict = verdict(change.Ratio, beyond[i], same[i])
		if c.Capped {
			change.Verdict = Open
		}
	}
}

// prior is what the changes of several launches a side say together of how much launches differ.
func (c *Comparison) prior() stats.Prior {
	var several []stats.Launches
	for _, change := range c.Changes {
		if change.Launches > 1 && change.Relative {
			several = append(several, change.log)
		}
	}
	return stats.NewPrior(several)
}

func changeOf(key cellKey, a, b map[cellKey]launches) Change {
	ofA, ofB, native := a[key], b[key], key.native()
	c := Change{
		Op: key.op, Algo: key.algo, P: key.p, Bytes: key.bytes, A: ofA.median(), B: ofB.median(), Launches: min(len(ofA), len(ofB)),
		Relative: key != native && a[native].pairs(ofA) && b[native].pairs(ofB),
	}
	if c.Launches == 1 {
		ofA, ofB = ofA.asOne(), ofB.asOne()
	}
	if c.Relative {
		ofA, ofB = ofA.over(a[native]), ofB.over(b[native])
	}
	c.log = ofB.logs().Less(ofA.logs())
	return c
}

// Slower returns the changes that count against B: those to native whose verdict is slower, by more than a part of A, the
// worst first.
func (c Comparison) Slower(part float64) []Change {
	var list []Change
	for _, change := range c.Changes {
		if change.Relative && change.Verdict == Slower && change.Ratio > 1+part {
			list = append(list, change)
		}
	}
	slices.SortStableFunc(list, func(x, y Change) int { return compareFloats(y.Ratio, x.Ratio) })
	return list
}

// Launches returns of how many launches a side every change is at least.
func (c Comparison) Launches() int {
	least := math.MaxInt
	for _, change := range c.Changes {
		least = min(least, change.Launches)
	}
	return least
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
