// Package native gives the MPI call of each operation the form of a catalog row, so that one loop can run
// both our algorithms and the native calls. With the library's calls, ranks also tell each other texts.
package native
