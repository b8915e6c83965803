// Package results holds the results of a benchmark: cells with their statistics and verdicts, and the
// files they are written to. It needs no MPI. Package tables prints them, and package compare compares two
// runs.
//
// A [Result] has a [Cell] for every operation, algorithm, process count and size, with all its
// samples, and an [Env] that describes the program, the library and the hosts. [Judge] gives
// verdicts to the cells of a whole table. [Join] makes one result of several launches. [Create]
// begins files that grow with a run. docs/reference/bench-json.md describes every field,
// [topocoll/bench/stats] the statistics.
package results
