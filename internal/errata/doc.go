// Package errata contains the listings with a misprint that changes an algorithm, as printed and as
// corrected. A test shows for each listing that the printed form fails and that the corrected form does not.
// The interactive book shows both forms. Package conform tests our own procedures. cost.TestMisprints shows
// misprints of formulas.
//
// docs/reference/sources.md describes the sources of the listings, F0 to F4. Row numbers refer to
// docs/reference/textbook.md. Misprints that affect the spelling only (a missing endif, t_wm for tw·m) have
// no test.
package errata
