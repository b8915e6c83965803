// Package native calls the collectives of the MPI library with the arguments of the algorithms in package
// catalog. One loop can thus run algorithms and native calls. Texts and Agree exchange strings between ranks.
package native
