// Package errata has the listings of the sources with a misprint that affects an algorithm, as printed and as
// corrected. For each listing a test shows that the printed form fails and the corrected form does not. The
// interactive book shows both. Package conform tests our own procedures. Misprints of formulas are in
// cost.TestMisprints.
//
// docs/reference/sources.md describes the sources F0 to F4; row numbers refer to docs/reference/textbook.md.
// Misprints that affect the spelling only (a missing endif, t_wm for tw·m) have no test.
package errata
