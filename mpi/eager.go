//go:build cgo

package mpi

import "strconv"

// Eager returns how many bytes the words of a message between processes of one host may have to be sent at once, without waiting for
// their receive: the limit of Open MPI's shared memory less its header, and 0 where the library names none.
func (p *Port[T]) Eager() int { return p.world.eager() }

func (w *World) eager() int {
	const header = 64                                                              // ob1 takes off the longest of its headers
	for _, name := range []string{"btl_vader_eager_limit", "btl_sm_eager_limit"} { // of 4.1, of 5.0
		text, err := w.Variable(name)
		if limit, number := strconv.Atoi(text); err == nil && number == nil {
			return max(0, limit-header)
		}
	}
	return 0
}
