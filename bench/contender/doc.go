// Package contender has the ways to do an operation that a benchmark times side by side: the native call, our
// algorithms, forced native algorithms, gompi, and plans of files, each called, or started and waited for.
package contender
