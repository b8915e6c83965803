package check

import "fmt"

// A LengthError reports a message whose length differs from the length of the matching receive.
type LengthError struct {
	Call string // the package or function, such as "mpi: Recv"
	Fact string // describes the mismatch: the two lengths and the ranks
}

func (e *LengthError) Error() string { return e.Call + ": " + e.Fact }

// Count returns n and a noun, in the plural unless n is 1, such as "1 word" or "2 words".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
