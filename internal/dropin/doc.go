// Package dropin writes the plan file of libtopocoll.so. The file selects an algorithm for each call, and
// contains the plans of the algorithms for blocks of any length. See docs/how-to/drop-in.md. The source of
// the library is in the folder dropin/.
package dropin
