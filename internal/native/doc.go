// Package native gives the MPI call of each operation the form of a catalog row, so that one loop can run
// ours and theirs.
package native
