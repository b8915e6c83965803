// Package group has what the ranks of a benchmark do together apart from the calls that they measure: they
// agree on values, and a watchdog on each of them looks for ranks that make no progress.
package group
