package comm

import "fmt"

// CheckRoot refuses a root that is not a label of a communicator of p processes.
func CheckRoot(proc string, root, p int) error {
	if root >= 0 && root < p {
		return nil
	}
	return fmt.Errorf("%s: root %d, want 0..%d", proc, root, p-1)
}

// CheckLen refuses a slice of the wrong length.
func CheckLen(proc, what string, got, want int) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("%s: %s has %d words, want %d", proc, what, got, want)
}

// Same reports whether x and y are the same words in memory: a call in place.
func Same[T any](x, y []T) bool { return len(x) > 0 && len(y) > 0 && &x[0] == &y[0] }
