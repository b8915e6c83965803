package rulecheck

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/stats"
	"topocoll/catalog"
)

// A Change is the change of the library's time for an operation at a size. It compares the ratios of the
// library's time to the time of the reference algorithm in the same repetitions. Ratio is
// WithRatio/WithoutRatio, and Low to High is the 95 % interval of Ratio. All times are geometric means over
// the launches.
type Change struct {
	// Name of the operation.
	Op catalog.Collective `json:"operation"`
	// Bytes of one rank's block.
	Bytes int `json:"bytes"`
	// Algorithm that the files select. Absent if the library chooses.
	Rule string `json:"rule,omitempty"`
	// Median time without the files.
	Without float64 `json:"without_ns"`
	// Median time with the files.
	With float64 `json:"with_ns"`
	// Reference algorithm, which was called in the same repetitions.
	Reference string `json:"reference"`
	// The library's time without the files, divided by the time of `reference`.
	WithoutRatio float64 `json:"without_ratio"`
	// The library's time with the files, divided by the time of `reference`.
	WithRatio float64 `json:"with_ratio"`
	// `with_ratio` divided by `without_ratio`.
	Ratio float64 `json:"ratio"`
	// Lower end of the 95 % interval of `ratio`.
	Low float64 `json:"low"`
	// Upper end of the 95 % interval of `ratio`.
	High float64 `json:"high"`
	// `faster`, `slower`, `same` or `inconclusive`.
	Verdict string `json:"verdict"`
}

// A Gain is the geometric mean of the ratios of several cells, with the 95 % interval of the mean.
type Gain struct {
	// Number of cells.
	Cells int `json:"cells"`
	// Geometric mean of the ratios of the cells.
	Ratio float64 `json:"ratio"`
	// Lower end of the 95 % interval of `ratio`.
	Low float64 `json:"low"`
	// Upper end of the 95 % interval of `ratio`.
	High float64 `json:"high"`
}

// String formats the ratio with its interval.
func (g *Gain) String() string { return fmt.Sprintf("%.3f (%.3f to %.3f)", g.Ratio, g.Low, g.High) }

// Judge computes the changes and the status from the launches in the folder of the check. The function
// `ruleFor` returns the algorithm that the files select for a call, or "" if the library chooses.
func (c *Check) Judge(dir string, ruleFor func(op catalog.Collective, bytes int) string) error {
	c.Status = c.status()
	if c.Launches < 4 {
		return nil
	}
	without, err := c.joinLaunches(dir, false)
	if err != nil {
		return err
	}
	with, err := c.joinLaunches(dir, true)
	if err == nil {
		c.compare(without, with, ruleFor)
	}
	return err
}

// joinLaunches joins the results of one setting, from all complete pairs of launches.
func (c *Check) joinLaunches(dir string, withRules bool) (*results.Result, error) {
	var files []string
	var launches []*results.Result
	for number := 1; number <= c.Launches/2*2; number++ {
		if UsesRules(number) != withRules {
			continue
		}
		file := filepath.Join(c.LaunchDir(dir, number), results.JSONName)
		r, err := results.Load(file)
		if err != nil {
			return nil, err
		}
		files, launches = append(files, file), append(launches, r)
	}
	joined, err := results.Join(launches)
	if misfit := (results.Misfit{}); errors.As(err, &misfit) {
		return nil, fmt.Errorf("%s: %s", files[misfit.Launch], misfit.Why)
	}
	return joined, err
}

// compare computes the changes between the two settings. It compares the ratios of the library's time to the
// reference algorithm's time, because the machine may have been slower in some launches. It omits cases that
// are not in every launch. The correction for multiple comparisons treats the cases for which the rules name
// an algorithm as a separate family, since the other cases can hardly change.
func (c *Check) compare(without, with *results.Result, ruleFor func(catalog.Collective, int) string) {
	other := map[results.Key]results.Cell{}
	for _, cell := range with.Cells {
		other[cell.Key()] = cell
	}
	c.Cells = nil
	var all, reference [][]float64 // log ratios of each case in every pair
	var families [2][][]float64    // log ratios of the cases without a rule, and of those with a rule
	family := func(i int) int { return min(1, len(c.Cells[i].Rule)) }
	for _, a := range without.Cells {
		b := other[a.Key()]
		if a.Algo == results.Native || min(len(a.LaunchRatios), len(b.LaunchRatios)) < c.Launches/2 {
			continue
		}
		// the ratios in the cell of the reference algorithm are its time divided by the library's time
		logs := stats.LogRatios(a.LaunchRatios, b.LaunchRatios)
		c.Cells = append(c.Cells, Change{Op: catalog.Collective(a.Op), Bytes: a.Bytes,
			Rule: ruleFor(catalog.Collective(a.Op), a.Bytes), Without: a.NativeMedian, With: b.NativeMedian,
			Reference: a.Algo, WithoutRatio: 1 / a.Ratio, WithRatio: 1 / b.Ratio})
		all, reference = append(all, logs), append(reference, stats.LogRatios(launchMedians(b), launchMedians(a)))
		of := family(len(c.Cells) - 1)
		families[of] = append(families[of], logs)
	}
	for i, outcome := range compare.Pairs(all, 1+stats.Indifference, family) {
		cell := &c.Cells[i]
		cell.Ratio, cell.Verdict = outcome.Ratio, outcome.Verdict
		cell.Low, cell.High = intervalEnds(outcome.RatioRange)
	}
	c.All, c.WithRule, c.WithoutRule = meanGain(all), meanGain(families[1]), meanGain(families[0])
	if c.ReferenceRatio = 0; len(all) > 0 {
		c.ReferenceRatio = math.Exp(stats.Median(compare.MeanOfPairs(reference)))
	}
}

func launchMedians(c results.Cell) []float64 {
	return stats.Medians(c.SplitByLaunch(results.Floats(c.Samples)))
}

// intervalEnds returns the ends of an interval as finite numbers: 0 and the largest float64 replace infinite
// ends.
func intervalEnds(i results.Interval) (low, high float64) {
	low, high = 0, math.MaxFloat64
	if i.Lo != nil {
		low = *i.Lo
	}
	if i.Hi != nil {
		high = *i.Hi
	}
	return low, high
}

// meanGain returns the geometric mean of the ratios over the cases, with the interval of the mean. It returns
// nil if there are no cases.
func meanGain(logs [][]float64) *Gain {
	if len(logs) == 0 {
		return nil
	}
	e := compare.Mean(logs)
	return &Gain{len(logs), e.Value, e.Lo, e.Hi}
}
