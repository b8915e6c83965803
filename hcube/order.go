package hcube

import "topocoll/comm"

// inOrder sets dst to mine ⊕ theirs in label order.
func inOrder[T any](op comm.Op[T], dst, mine, theirs []T, me, partner int) {
	if partner < me {
		op.Apply(dst, theirs, mine)
	} else {
		op.Apply(dst, mine, theirs)
	}
}
