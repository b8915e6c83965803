// Package errata holds tests only: one for each misprint of the sources that concerns an algorithm or a
// count. A test has the listing with the misprint and without it, and shows that the first one fails and
// that the second one and ours do not.
//
// docs/sources.md says what the sources F0 to F4 are; a row is one of docs/textbook.md. Misprints of spelling alone (a
// missing endif, t_wm for tw·m) are not here.
package errata
