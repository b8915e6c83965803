package compare

import (
	"math"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// An Outcome is a ratio B / A with its 95 % interval and its verdict.
type Outcome struct {
	Ratio      float64 // below 1 if B is faster
	RatioRange results.Interval
	Verdict    string
}

// judge returns the outcome for each log ratio. It tests whether the log ratio is beyond the margin, and
// whether it is within the margin. It corrects the p values for multiple comparisons over the list, as
// results.Judge does.
func judge(logs []stats.Launches, margin float64) []Outcome {
	outcomes := make([]Outcome, len(logs))
	var beyond, same []float64
	for i, log := range logs {
		ratio := log.Estimate(results.Confidence).Exp()
		outcomes[i] = Outcome{Ratio: ratio.Value, RatioRange: results.IntervalOf(ratio)}
		beyond = append(beyond, stats.Beyond(log, -math.Log(margin), math.Log(margin)))
		same = append(same, stats.Within(log, -math.Log(margin), math.Log(margin)))
	}
	beyond, same = stats.BenjaminiHochberg(beyond), stats.BenjaminiHochberg(same)
	for i := range outcomes {
		outcomes[i].Verdict = results.Verdict(outcomes[i].Ratio, beyond[i], same[i])
	}
	return outcomes
}

// Pairs compares two settings that were measured in pairs of launches, one launch with each setting. logs[i]
// has the log ratio B / A of case i in every pair. The pair is the unit of analysis. The interval is the t
// interval of the log ratios, with a variance that is moderated by all cases (see stats.Prior). Verdicts
// refer to the given margin. The p values are corrected for multiple comparisons within each family of cases.
func Pairs(logs [][]float64, margin float64, family func(i int) int) []Outcome {
	launches := make([]stats.Launches, len(logs))
	for i := range logs {
		launches[i] = stats.NewLaunches(logs[i])
	}
	prior := stats.NewPrior(launches)
	members := map[int][]int{}
	for i := range launches {
		launches[i] = launches[i].WithPrior(prior)
		members[family(i)] = append(members[family(i)], i)
	}
	outcomes := make([]Outcome, len(logs))
	for _, list := range members {
		var of []stats.Launches
		for _, i := range list {
			of = append(of, launches[i])
		}
		for k, outcome := range judge(of, margin) {
			outcomes[list[k]] = outcome
		}
	}
	return outcomes
}

// Mean returns the geometric mean over cases of the ratios that Pairs compares. Its interval is computed from
// the mean of each pair over the cases. The argument `logs` must have at least one case.
func Mean(logs [][]float64) stats.Estimate {
	return stats.NewLaunches(MeanOfPairs(logs)).Estimate(results.Confidence).Exp()
}

// MeanOfPairs returns the mean log ratio of each pair over the cases. The argument `logs` must have at least
// one case.
func MeanOfPairs(logs [][]float64) []float64 {
	means := make([]float64, len(logs[0]))
	for _, pairs := range logs {
		for i, log := range pairs {
			means[i] += log / float64(len(logs))
		}
	}
	return means
}
