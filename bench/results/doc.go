// Package results is what a benchmark found: cells with their statistics and verdicts, the files and tables
// they are written to, two runs compared. It needs no MPI.
package results
