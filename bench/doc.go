// Package bench times the hand-written collectives against the native calls, in one process, pair by pair.
// What it saw is a results.Result, which package results judges, prints and keeps. Files with the build tag
// cgo measure; the others say what to measure, and need no MPI.
package bench
