//go:build cgo

package verify

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/internal/native"
	"topocoll/mpi"
)

// RunLogical runs one algorithm on k logical nodes, which are distributed over the processes of w. It
// compares the output of every node with the definition of the operation. The argument `distribution` has the
// same meaning as in Run. All processes get the same verdict.
func RunLogical(w *mpi.World, info catalog.Info, k int, distribution catalog.Distribution) (Verdict, error) {
	v := Verdict{ID: info.ID}
	if !info.Takes(k) {
		v.Refused = fmt.Sprintf("needs %s", info.Accepts)
		return v, nil
	}
	row, _ := catalog.Find[uint64](info.ID)
	flags, port := mpi.NewPort[uint8](w), mpi.NewPort[uint64](w)
	for _, one := range conform.Cases(info, k) {
		one.Distribution = distribution
		exam := conform.Set(info.Op, conform.Numbers(), one)
		err := comm.Host(port, k, func(node comm.Port[uint64]) error {
			return conform.Check(row, comm.New(node), exam)
		})
		failure := ""
		if err != nil {
			failure = err.Error()
		}
		v.Cases++
		if v.Failure, err = native.Agree(flags, failure); err != nil || v.Failure != "" {
			return v, err
		}
	}
	return v, nil
}
