// Package native calls the collectives of the MPI library with the arguments of a catalog row. One loop can
// therefore run both topocoll's algorithms and the native calls. Texts and Agree exchange strings between
// ranks with native calls.
package native
