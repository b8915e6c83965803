// Package group coordinates the ranks of a benchmark outside the measured calls. Ranks agree on values, and a
// watchdog on each rank looks for ranks that make no progress.
package group
