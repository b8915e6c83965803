package local

import (
	"errors"

	"topocoll/comm"
)

// Run calls body on p nodes and returns when all these calls have returned. Its error joins the errors of the
// nodes, lowest rank first, without repeated texts.
func Run[T any](p int, body func(port comm.AsyncPort[T]) error) error {
	j := NewJob(p)
	ports := NewPorts[T](j, nil)
	return j.Run(func(rank int) error { return body(ports.Of(rank)) })
}

// joinDistinct is errors.Join without duplicates: in a deadlock all nodes return the same error.
func joinDistinct(errs []error) error {
	var distinct []error
	seen := map[string]bool{}
	for _, err := range errs {
		if err != nil && !seen[err.Error()] {
			seen[err.Error()] = true
			distinct = append(distinct, err)
		}
	}
	return errors.Join(distinct...)
}
