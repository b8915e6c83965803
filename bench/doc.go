// Package bench times the hand-written collectives against the native calls, in the same processes and in the
// same repetitions. The files with the build tag cgo take the measurements and need MPI. The other files
// describe what to measure.
//
// Every rank of an MPI program executes the same code:
//
//	row, _ := catalog.Find[float64]("ring/bcast")
//	cfg := bench.Config{
//		Contenders:    bench.Contenders{Rows: []catalog.Info{row.Info}},
//		MeasuredCases: bench.MeasuredCases{Sizes: []int{8, 64 << 10}},
//	}
//	r, err := bench.Run(world, cfg, listener)
//	if err != nil {
//		return err
//	}
//	results.Judge(r.Cells, cfg.Oversubscribed)
//	if world.Rank == 0 {
//		tables.WriteTable(os.Stdout, r)
//	}
//
// The file run.go has the steps of a run, from its environment to its result. The file case.go has the steps
// of one measurement, from its contenders to its cells. These steps use the subpackages group (agreement
// among ranks), clock, buffers, calibration, contender, sampler and links.
//
// [Config] defines what to measure and when to stop; the zero value of most fields is a sensible choice. The
// caller provides a Listener, which receives every cell when it is finished, and which must end the process
// when the ranks make no progress. Examine checks the conditions for reliable measurements.
// docs/explanation/measuring.md describes the method.
//
// The outcome is a [topocoll/bench/results.Result]. "topocoll bench" calls Run; call it yourself to measure
// in another program.
package bench
