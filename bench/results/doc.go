// Package results holds the results of a benchmark: cells with their statistics and verdicts, the
// files and tables they are written to, and the comparison of two runs. It needs no MPI.
//
//	a, err := results.Load("before/bench.json")
//	if err != nil {
//		return err
//	}
//	b, err := results.Load("after/bench.json")
//	if err != nil {
//		return err
//	}
//	results.WriteTable(os.Stdout, b)
//	results.WriteVerdicts(os.Stdout, b)
//	for _, change := range results.Compare(a, b, false).Slower(0.05) {
//		fmt.Println(change.Algo, change.Bytes)
//	}
//
// A [Result] has a [Cell] for every operation, algorithm, process count and size, with all its
// samples, and an [Env] that describes the program, the library and the hosts. [Judge] gives
// verdicts to the cells of a whole table. [Join] makes one result of several launches. [Create]
// begins files that grow with a run. docs/reference/bench-json.md describes every field,
// [topocoll/bench/stats] the statistics.
package results
