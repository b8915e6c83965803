//go:build cgo

package mpi

import "strconv"

// eager returns how many bytes the words of a message between processes of one host may have to be sent at once, without waiting
// for their receive: the limit of Open MPI's shared memory less its header. At most 4096, and that where the library names no limit.
// What follows from it is only how long a message is whose words a replay reads before it waits for them: reading is in vain if the
// wait is for an announcement.
func (w *World) eager() int {
	const header = 64 // ob1 takes off the longest of its headers
	most := 4096
	for _, name := range []string{"btl_vader_eager_limit", "btl_sm_eager_limit"} { // of 4.1, of 5.0
		text, err := w.Variable(name)
		if limit, number := strconv.Atoi(text); err == nil && number == nil {
			most = min(most, limit-header)
		}
	}
	return max(0, most)
}
