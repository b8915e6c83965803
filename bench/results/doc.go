// Package results holds the results of a benchmark: cells with their statistics and verdicts, and the files
// to which they are written. It needs no MPI. Package tables prints them, and package compare compares two
// runs.
//
// A [Result] has a [Cell] for every operation, algorithm, rank count and size, with all its samples, and an
// [Env] that describes the program, the library and the hosts. [Judge] gives verdicts to the cells of a whole
// table. [Join] combines several launches into one result. [Create] makes files that grow during a run.
// docs/reference/bench-json.md describes every field, and [topocoll/bench/stats] describes the statistics.
package results
