// Package errata has tests only: one for each misprint of the sources that affects an algorithm or a count. A test has
// the listing with the misprint and without it. It shows that the first listing fails, and that the second one and our
// procedure do not.
//
// docs/sources.md describes the sources F0 to F4; row numbers are those of docs/textbook.md. Misprints that affect the
// spelling only (a missing endif, t_wm for tw·m) have no test.
package errata
