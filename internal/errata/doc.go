// Package errata has the listings with a misprint of the sources that affects an algorithm, as printed and as corrected, and a test
// for each: it has to fail as printed and not to fail as corrected. The living book shows both. That our procedures do not fail is for package conform. Misprints of formulas are in
// cost.TestMisprints.
//
// docs/reference/sources.md describes the sources F0 to F4; row numbers are those of docs/reference/textbook.md. Misprints that affect the
// spelling only (a missing endif, t_wm for tw·m) have no test.
package errata
