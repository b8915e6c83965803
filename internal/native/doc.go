// Package native gives the MPI call of each operation the form of a catalog row, so that one loop can run
// both our algorithms and the native calls. Texts and Agree exchange texts between ranks by native calls.
package native
