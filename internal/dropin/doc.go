// Package dropin writes the file that libtopocoll.so reads: what it does in the place of which call, as plans for blocks of every
// length. See docs/how-to/drop-in.md; the library is in the folder dropin/.
package dropin
