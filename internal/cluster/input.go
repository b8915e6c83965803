package cluster

import "fmt"

// An InputError is an error in the user's input, as opposed to a failure of this machine.
type InputError struct{ error }

func inputf(format string, args ...any) error {
	return InputError{fmt.Errorf("cluster: "+format, args...)}
}
