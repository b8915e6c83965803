// Package contender provides the contenders of a benchmark: the native call, our algorithms, forced native
// algorithms, gompi, and plans from files, as blocking, non-blocking or persistent calls.
package contender
