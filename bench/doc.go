// Package bench times the hand-written collectives against the native calls, in one process, pair by
// pair, and writes down what it saw. Files with the build tag cgo measure; the others read, judge and
// print, and need no MPI.
package bench
