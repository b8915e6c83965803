package check

import "fmt"

// A LengthError is the error of a port for a message whose length differs from its receive.
type LengthError struct {
	Call string // the package or function, such as "mpi: Recv"
	Fact string // both lengths, and the ranks of the port
}

func (e *LengthError) Error() string { return e.Call + ": " + e.Fact }

// Count returns a number and a noun, which is plural unless n is 1.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
