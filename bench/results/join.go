package results

import (
	"cmp"
	"slices"

	"topocoll/bench/stats"
)

// Join combines several launches of a run into one result without verdicts. It concatenates a cell's samples
// launch by launch, puts the numbers of samples in LaunchN, and recomputes the cell's statistics. The start
// skew and the native call's time in C are medians over the launches. For single messages of each kind and
// size, Join takes the measurement with the middle median. Joined results can be joined again. If the
// launches cannot be joined, the error is a Misfit.
func Join(launches []*Result) (*Result, error) {
	launches = alignAlike(launches)
	for i, r := range launches {
		if why := r.findMisfit(launches[:i]); why != "" {
			return nil, Misfit{Launch: i, Why: why}
		}
	}
	first := launches[0]
	joined := &Result{Schema: first.Schema, Env: first.Env, Status: "complete",
		Messages: joinMessages(launches), Cells: joinCells(launches)}
	joined.Env.Launches = 0
	for _, r := range launches {
		joined.Env.Launches += max(1, r.Env.Launches)
		joined.Env.Oversubscribed = joined.Env.Oversubscribed || r.Env.Oversubscribed
		joined.Env.Cores = cmp.Or(joined.Env.Cores, r.Env.Cores)
		if r.Status != "complete" {
			joined.Status = "partial"
		}
		for _, what := range r.Skipped {
			if !slices.Contains(joined.Skipped, what) {
				joined.Skipped = append(joined.Skipped, what)
			}
		}
	}
	return joined, nil
}

func joinMessages(launches []*Result) []Message {
	type kind struct {
		pattern          string
		stride, p, bytes int
	}
	var all, joined []Message
	for _, r := range launches {
		all = append(all, r.Messages...)
	}
	for _, messages := range GroupBy(all, func(m Message) kind {
		return kind{m.Pattern, m.Stride, m.P,
			m.Bytes}
	}) {
		slices.SortStableFunc(messages, func(a, b Message) int { return cmp.Compare(a.Median, b.Median) })
		joined = append(joined, messages[(len(messages)-1)/2])
	}
	return joined
}

func joinCells(launches []*Result) []Cell {
	var all []Cell
	for _, r := range launches {
		all = append(all, r.Cells...)
	}
	same := GroupBy(all, Cell.Key)
	joined, native := make([]Cell, len(same)), map[Case]Cell{}
	for i, cells := range same {
		joined[i] = joinCell(cells)
		if joined[i].Algo == Native {
			native[joined[i].Case()] = joined[i]
		}
	}
	for i := range joined {
		of := native[joined[i].Case()]
		joined[i].NativeUnlimited = of.Unlimited
		joined[i].Summarise(of.Samples)
	}
	return joined
}

// joinCell combines the launches of a cell, without the statistics of the samples.
func joinCell(launches []Cell) Cell {
	c := launches[0]
	c.SampleLists, c.LaunchN, c.Late, c.P95, c.P99 = SampleLists{}, nil, 0, 0, 0
	var skewP50, skewP95, inC, ratioInC, unlimited, overlap, computing []float64
	for _, part := range launches {
		c.LaunchN = append(c.LaunchN, part.samplesByLaunch()...)
		c.Samples = append(c.Samples, part.Samples...)
		c.Global = append(c.Global, part.Global...)
		c.Roots = append(c.Roots, part.Roots...)
		c.Position = append(c.Position, part.Position...)
		c.Late += part.Late
		c.Oversubscribed = c.Oversubscribed || part.Oversubscribed
		c.ClockError, c.Sync = max(c.ClockError, part.ClockError), cmp.Or(c.Sync, part.Sync)
		skewP50, skewP95 = append(skewP50, part.SkewP50), append(skewP95, part.SkewP95)
		unlimited = append(unlimited, part.Unlimited)
		if part.InC > 0 {
			inC = append(inC, part.InC)
		}
		if part.InCRatio > 0 {
			ratioInC = append(ratioInC, part.InCRatio)
		}
		if part.Overlap != nil {
			overlap, computing = append(overlap, *part.Overlap), append(computing, part.Computing)
		}
		if part.InCBest != c.InCBest {
			c.InCBest = "" // our fastest algorithm differs between launches
		}
	}
	c.SkewP50, c.SkewP95 = stats.Median(skewP50), stats.Median(skewP95)
	c.RankMean = meanOfRanks(launches)
	c.Unlimited = stats.GeometricMean(unlimited) // the mean is 0 if any launch has no time
	if len(inC) > 0 {
		c.InC = stats.Median(inC)
	}
	if len(overlap) > 0 {
		middle := stats.Median(overlap)
		c.Overlap, c.Computing = &middle, stats.Median(computing)
	}
	if len(ratioInC) > 0 {
		c.InCRatio = stats.GeometricMean(ratioInC)
	}
	return c
}

// meanOfRanks returns the mean time of each rank over the samples of all launches. It returns nil if the mean
// times of a launch are missing.
func meanOfRanks(launches []Cell) (mean []float64) {
	all := 0
	for _, part := range launches {
		all += len(part.Samples)
	}
	mean = make([]float64, len(launches[0].RankMean))
	for _, part := range launches {
		if len(part.RankMean) != len(mean) || len(mean) == 0 {
			return nil
		}
		for rank, ns := range part.RankMean {
			mean[rank] += ns * float64(len(part.Samples)) / float64(all)
		}
	}
	return mean
}

func (c Cell) samplesByLaunch() []int {
	if len(c.LaunchN) == 0 {
		return []int{len(c.Samples)}
	}
	return c.LaunchN
}

// alignAlike returns copies of the launches in which each cell has the same Alike list in every launch. The
// message times of a launch determine segment sizes, so two algorithms may have the same plans in one launch
// and different plans in the next. Such an algorithm gets a cell of its own in every launch.
func alignAlike(launches []*Result) []*Result {
	// for each algorithm, the algorithm of the cell that has its samples; "" if this differs between launches
	representatives := map[Key]string{}
	for _, r := range launches {
		for _, c := range r.Cells {
			for _, algo := range c.Algos() {
				key := Key{c.Case(), algo}
				if by, known := representatives[key]; !known {
					representatives[key] = c.Algo
				} else if by != c.Algo {
					representatives[key] = ""
				}
			}
		}
	}
	var all []*Result
	for _, r := range launches {
		aligned := *r
		aligned.Cells = nil
		for _, c := range r.Cells {
			aligned.Cells = append(aligned.Cells, c.splitUnlessAlike(representatives)...)
		}
		all = append(all, &aligned)
	}
	return all
}

// splitUnlessAlike returns the cell and separate cells for some of the algorithms in its list Alike. An
// algorithm gets a separate cell unless this cell represents it in every launch. The other algorithms stay in
// Alike.
func (c Cell) splitUnlessAlike(representatives map[Key]string) []Cell {
	var alike []string
	cells := []Cell{c}
	for _, algo := range c.Alike {
		if representatives[Key{c.Case(), algo}] == c.Algo {
			alike = append(alike, algo)
			continue
		}
		own := c.withName(algo)
		own.Of = ""
		cells = append(cells, own)
	}
	cells[0].Alike = alike
	return cells
}
