// Package tuned is the table of what is fastest on one machine: for an operation, a number of ranks
// and a range of sizes, one algorithm. "topocoll tune" measures it and writes it to tuned.json;
// package coll and the rules for MPI libraries are made from it.
//
//	table, err := tuned.Read(file)
//	choice, found := table.Choose(catalog.Allreduce, tuned.Job{Ranks: 16, Hosts: 16, Slots: 1}, 4096)
//
// Every rank that reads the same file makes the same choice, since it depends only on what is equal
// on all of them.
package tuned
