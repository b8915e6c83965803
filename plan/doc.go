// Package plan turns a procedure into data: what each node does, as a list of steps.
//
// Whom a procedure sends to depends on label, p, lengths and root, and never on the words themselves. So it is enough
// to run it once, on a port that only takes notes. [Record] does that for one node; it needs neither the other nodes nor
// a machine:
//
//	node, err := plan.Record(plan.Call{Rank: 0, P: 8, Out: 1000}, func(c *comm.Comm[byte], _ comm.Op[byte], _, x []byte) error {
//		return hcube.Bcast(c, 0, x)
//	})
//
// The result is a [Plan]: sends, receives, copies and combinations on ranges of three buffers. [Plan.Waits] tells which
// steps have to wait for which. A [Job] is the plans of all nodes; [Job.Check] finds messages without a partner and
// deadlocks, [Job.Longest] the critical path. A [Runner] carries out a plan on any port, for words of any type.
//
// A procedure does not look at words, so [Plan.Scaled] makes of a plan for a few words one for as many runs of words: with
// [Compiled.Scales] calls of many lengths share a plan.
//
// A port that is a [Loader] carries out plans by itself, as that of package mpi does in C. [Compile] makes a procedure of which
// every call after the first is such a run.
//
// A compiled procedure can also be started, and waited for later, while others are under way: see [Request].
//
// Passes make other plans that do the same: [Plan.Fuse] removes local moves, [Plan.Segment] cuts messages, so that the phases
// of a procedure overlap. [Job.Improve] applies them to all nodes.
//
// [Job.Schedule] tells when each step begins and ends on a machine of given times and ports. [Job.Order] puts the steps in
// the order in which that is soonest, as far as critical-path list scheduling finds it, and [Job.Cut] chooses the length of segments.
package plan
