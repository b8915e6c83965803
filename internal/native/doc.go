// Package native calls the collectives of the MPI library with the arguments of a catalog row. One loop can
// therefore run both our algorithms and the native calls. Texts and Agree exchange texts between ranks with
// native calls.
package native
