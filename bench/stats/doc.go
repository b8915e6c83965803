// Package stats is the statistics of a benchmark table: medians of series whose neighbours may resemble each other, with
// intervals and p values that take this into account; means over launches; false discovery rates. Quantiles and
// distributions are gonum's. docs/measuring.md explains the choice and has what a simulation of known truths makes of it.
package stats
