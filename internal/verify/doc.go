// Package verify compares every algorithm with the native MPI call, element by element.
package verify
