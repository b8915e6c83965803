// Package stats computes the statistics of a benchmark table: medians of series that may be autocorrelated,
// with intervals and p values that allow for the autocorrelation; means over launches; and the false
// discovery rate. Quantiles and distributions come from gonum.
//
// The example computes the ratio of the times of two calls that were timed alternately, and tests whether the
// times differ by more than 5 %.
//
//	ratio := stats.Ratio(ours, native, 0.95)
//	fmt.Printf("%.2f, %.2f to %.2f\n", ratio.Value, ratio.Lo, ratio.Hi)
//
//	logs := stats.NewSeries(stats.LogRatios(ours, native))
//	p := stats.Beyond(logs, -math.Log(1.05), math.Log(1.05)) // small: they differ by more
//	p = stats.Within(logs, -math.Log(1.05), math.Log(1.05))  // small: they differ by less
//
// [Estimate.Decidable] reports whether there are enough samples for a verdict. For several launches, use
// [NewLaunches] instead of [NewSeries]. [BenjaminiHochberg] corrects the p values of a whole table.
//
// docs/explanation/measuring.md gives the reasons for these methods, and their error rates in a simulation
// where the true ratios are known.
package stats
