//go:build cgo

package mpich_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"topocoll/catalog"
	"topocoll/internal/native"
	"topocoll/mpi"
)

// sends is an environment variable. If it is set, this test binary calls every operation, first with the
// selection and then with each algorithm forced. Meanwhile testdata/sends.c logs the messages.
const sends = "SENDS"

// calls is the environment variable that lists the calls: "bcast 64 ...".
const calls = "RULES_TEST_CALLS"

func TestMain(m *testing.M) {
	if text := os.Getenv(calls); text != "" {
		if err := mpichCalls(strings.Fields(text)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			mpi.Exit(1)
		}
		mpi.Exit(0)
	}
	os.Exit(m.Run())
}

// mpichCalls makes the calls "bcast 64 ...". Before each call it writes a line "= bcast 64 ALGORITHM" to the
// rank's file, and after it a line "=". It makes each call first without a forced algorithm.
func mpichCalls(words []string) error {
	w, err := mpi.Init()
	if err != nil {
		return err
	}
	file, err := os.OpenFile(fmt.Sprintf("%s.%d", os.Getenv(sends), w.Rank),
		os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	call := func(w *mpi.World, op catalog.Collective, m int, name string) error {
		port := mpi.NewPort[uint8](w)
		defer port.Free()
		in, out := op.In(w.Size, m, w.Rank, 0), op.Out(w.Size, m, w.Rank, 0)
		fmt.Fprintf(file, "= %s %d %s\n", op, m, name)
		defer fmt.Fprintln(file, "=")
		return native.Run(op, port, catalog.Args[uint8]{Op: mpi.Sum[uint8](), In: make([]uint8, in),
			Out: make([]uint8, out)})
	}
	for ; len(words) > 1; words = words[2:] {
		op := catalog.Collective(words[0])
		m, _ := strconv.Atoi(words[1])
		if err := call(w, op, m, ""); err != nil {
			return err
		}
		list, err := w.Algorithms(mpichName(op))
		if err != nil {
			return err
		}
		for _, a := range list {
			forced, err := w.Forced(a)
			if err != nil {
				return err
			}
			if err := forced.Select(); err != nil {
				return err
			}
			if err := call(forced, op, m, a.Name); err != nil && !mpi.Unusable(err) {
				return err
			}
			if err := forced.Deselect(); err != nil {
				return err
			}
			if err := forced.Free(); err != nil {
				return err
			}
		}
	}
	return w.Finalize()
}

func mpichName(op catalog.Collective) string {
	if op == catalog.ReduceScatter {
		return "reduce_scatter_block"
	}
	return string(op)
}
