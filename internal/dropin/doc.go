// Package dropin writes the plan file of libtopocoll.so. The file says which algorithm executes which call,
// and has plans for blocks of every length. See docs/how-to/drop-in.md. The source of the library is in the
// folder dropin/.
package dropin
