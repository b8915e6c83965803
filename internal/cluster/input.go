package cluster

import "fmt"

// An InputError is what whoever asked got wrong, as opposed to what this machine lacks or fails at.
type InputError struct{ error }

func inputf(format string, args ...any) error {
	return InputError{fmt.Errorf("cluster: "+format, args...)}
}
