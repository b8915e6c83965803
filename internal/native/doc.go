// Package native calls the collectives of the MPI library with the arguments of a catalog row. One loop can
// thus run algorithms and native calls. Texts and Agree exchange strings between ranks.
package native
