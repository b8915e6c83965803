// Package tuned provides the table of the fastest algorithms on one machine. The table has one algorithm for
// each combination of an operation, a job and a range of sizes. "topocoll tune" measures the table and writes
// it to tuned.json. Package coll reads it, and the rules for MPI libraries are made from it.
//
//	table, err := tuned.Read(file)
//	choice, found := table.Choose(catalog.Allreduce, tuned.Job{Ranks: 16, Hosts: 16, Slots: 1}, 4096)
//
// Every rank that reads the same file makes the same choice, because the choice depends only on values that
// are equal on all ranks.
package tuned
