//go:build !cgo

package mpi

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/internal/proctest"
	"topocoll/plan"
	"topocoll/ring"
)

// programVariable is the name of an environment variable. If this variable is set, a process of this test
// binary runs one of `programs` instead of the tests.
const programVariable = "TOPOCOLL_TEST_PROGRAM"

type point struct{ X, Y float64 }

// programs maps names to bodies of Run.
var programs = map[string]func(w *World) error{
	"fine":  func(w *World) error { return sum(NewPort[int32](w), w.Size*(w.Size-1)/2) },
	"error": unlessLast(func(*World) error { return exitError(7) }),
	"panic": unlessLast(func(*World) error { panic("out of luck") }),
	"ends":  unlessLast(func(*World) error { return nil }),
	"root": func(w *World) error {
		c, err := coll.New(NewPort[int32](w))
		return errors.Join(err, coll.Bcast(c, w.Rank/(w.Size-1), make([]int32, 1)))
	},
	"subroot": func(w *World) error { // an error names the ranks of the world on which the call is made
		sub, err := w.Sub([]int{2, 1})
		if err != nil || sub == nil {
			return err
		}
		c, err := coll.New(NewPort[int32](sub))
		return errors.Join(err, coll.Bcast(c, sub.Rank, make([]int32, 1)))
	},
	"starts": func(w *World) error {
		c, err := coll.New(NewPort[int32](w))
		if err == nil && w.Rank == 0 {
			_, err = c.Start(catalog.Bcast, catalog.Args[int32]{Out: make([]int32, 1)})
		}
		return err
	},
	"types":  types,
	"worlds": worlds,
}

type exitError int

func (e exitError) Error() string { return "bad input" }
func (e exitError) ExitCode() int { return int(e) }

// unlessLast returns a body that calls the given body on the last rank. The other ranks wait for the last
// rank.
func unlessLast(body func(w *World) error) func(w *World) error {
	return func(w *World) error {
		if w.Rank == w.Size-1 {
			return body(w)
		}
		return NewPort[int32](w).Recv(w.Size-1, make([]int32, 1))
	}
}

// sum checks the sum of all rank numbers.
func sum[T ~int32 | ~int64 | ~float64](port plan.Async[T], want int) error {
	got := make([]T, 1)
	err := ring.Allreduce(comm.New(port), Sum[T](), []T{T(port.Rank())}, got)
	if err == nil && got[0] != T(want) {
		err = fmt.Errorf("sum %v, want %v", got[0], want)
	}
	return err
}

// types sends words of several types. It also checks that a port refuses types that MPI cannot send.
func types(w *World) error {
	next, previous := (w.Rank+1)%w.Size, (w.Rank+w.Size-1)%w.Size
	got := make([]point, 1)
	err := NewPort[point](w).SendRecv(next, []point{{1, float64(w.Rank)}}, previous, got)
	if want := (point{1, float64(previous)}); got[0] != want {
		err = errors.Join(err, fmt.Errorf("got %v, want %v", got[0], want))
	}
	refused := NewPort[string](w).Send(next, []string{""})
	if !errors.Is(refused, comm.ErrArgument) {
		err = errors.Join(err, fmt.Errorf("words with pointers: %v", refused))
	}
	_, refused = coll.New(NewPort[string](w))
	want := "coll: New: mpi: NewPort: type string contains pointers; use a type without pointers"
	if fmt.Sprint(refused) != want {
		err = errors.Join(err, fmt.Errorf("coll.New: %v, want %s", refused, want))
	}
	return errors.Join(err, sum(NewPort[float64](w), w.Size*(w.Size-1)/2))
}

// worlds creates and frees worlds of some of the ranks. It checks that messages of different worlds do not
// mix.
func worlds(w *World) error {
	for i := range 500 {
		sub, err := w.Sub([]int{w.Size - 1, i % (w.Size - 1)})
		if err != nil || sub == nil {
			if err != nil {
				return err
			}
			continue
		}
		twin, err := sub.Dup()
		if err != nil {
			return err
		}
		if sub.Size != 2 || sub.Rank != 0 != (w.Rank != w.Size-1) {
			return fmt.Errorf("rank %d of %d", sub.Rank, sub.Size)
		}
		err = errors.Join(sum(NewPort[int64](twin), 1), sum(NewPort[int64](sub), 1), twin.Free(), sub.Free())
		if err != nil {
			return err
		}
		if err := NewPort[int64](sub).Send(0, nil); err == nil {
			return errors.New("a freed world sends")
		}
	}
	if _, err := w.Sub([]int{0, w.Size}); err == nil {
		return errors.New("a world of a rank that does not exist")
	}
	if err := sum(NewPort[int64](w), w.Size*(w.Size-1)/2); err != nil { // all ranks have freed their worlds
		return err
	}
	if n := len(w.group.job.groups); n > 1 {
		return fmt.Errorf("%d worlds, want 1", n)
	}
	return nil
}

func TestMain(m *testing.M) {
	if body, found := programs[os.Getenv(programVariable)]; found {
		Run(body)
	}
	os.Exit(m.Run())
}

// Without cgo, Run runs the ranks as goroutines and ends the program as under MPI.
func TestRunOnGoroutines(t *testing.T) {
	for _, c := range []struct {
		program, ranks, checked string
		code                    int
		want                    string // a part of the output
	}{
		{"fine", "", "0", 0, ""},
		{"fine", "5", "1", 0, ""},
		{"types", "3", "0", 0, ""},
		{"worlds", "4", "0", 0, ""},
		{"worlds", "3", "1", 0, ""},
		{"error", "3", "0", 7, "rank 2: bad input\n"},
		{"panic", "2", "0", 1, "rank 1: panic: out of luck\n"},
		{"ends", "2", "0", 1,
			"rank 0: local: deadlock: rank 0 receives 1 word from rank 1, which has returned\n"},
		{"starts", "2", "0", 1,
			"local: Run: 1 non-blocking call of rank 0 is active; call Wait first\n"},
		{"root", "3", "1", 1, "rank 0: coll: Bcast: root differs: 0 on ranks 0,1; 1 on rank 2\n"},
		{"subroot", "3", "1", 1, "coll: Bcast: root differs: 0 on rank 0; 1 on rank 1\n"},
		{"fine", "0", "0", 2, `TOPOCOLL_RANKS="0", want 1 to 1024` + "\n"},
		{"fine", "two", "0", 2, `TOPOCOLL_RANKS="two", want 1 to 1024` + "\n"},
		{"fine", "2", "yes", 1, `TOPOCOLL_CHECKED="yes", want 0 or 1` + "\n"},
	} {
		t.Run(fmt.Sprintf("%s on %q ranks, checked %s", c.program, c.ranks, c.checked), func(t *testing.T) {
			t.Parallel()
			self, err := os.Executable()
			assert.NoError(t, err)
			program := proctest.Within(t, time.Minute, self)
			program.Env = append(program.Environ(), programVariable+"="+c.program, ranksVariable+"="+c.ranks,
				checkedVariable+"="+c.checked)
			out, err := program.CombinedOutput()
			code := 0
			if ended := (*exec.ExitError)(nil); errors.As(err, &ended) {
				code = ended.ExitCode()
			}
			assert.Equal(t, c.code, code, "%s", out)
			assert.Contains(t, string(out), c.want)
			assert.Equal(t, c.want == "", len(out) == 0, "%s", out)
			assert.Equal(t, c.program == "panic", strings.Contains(string(out), "nocgo_test.go"),
				"the stack of a panic: %s", out)
		})
	}
}

// Under a launcher of several processes, each process would be a separate job. All processes end with exit
// code 2, and rank 0 prints the reason.
func TestRunRefusesLaunchers(t *testing.T) {
	const want = "mpi: Run: the launcher started 2 processes, but this program was built without cgo, so " +
		"each process would be a separate job; build it with CGO_ENABLED=1 and a C compiler, or start it " +
		"without the launcher\n"
	for rank, want := range []string{want, ""} {
		for _, variables := range [][]string{{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
			{"PMI_RANK", "PMI_SIZE"}} {
			t.Run(fmt.Sprint(variables[0], rank), func(t *testing.T) {
				t.Parallel()
				self, err := os.Executable()
				assert.NoError(t, err)
				program := proctest.Within(t, time.Minute, self)
				program.Env = append(program.Environ(), programVariable+"=fine",
					fmt.Sprintf("%s=%d", variables[0], rank), variables[1]+"=2", "SLURM_PTY_PORT=")
				out, err := program.CombinedOutput()
				assert.EqualError(t, err, "exit status 2")
				assert.Equal(t, want, string(out))
			})
		}
	}
}

// The operators compute the same results as MPI's operators.
func TestOperatorsInGo(t *testing.T) {
	a, b := []uint8{0, 6, 0, 5}, []uint8{0, 3, 2, 5}
	for _, c := range []struct {
		op   comm.Op[uint8]
		want []uint8
	}{
		{Sum[uint8](), []uint8{0, 9, 2, 10}}, {Prod[uint8](), []uint8{0, 18, 0, 25}},
		{Max[uint8](), []uint8{0, 6, 2, 5}}, {Min[uint8](), []uint8{0, 3, 0, 5}},
		{Land[uint8](), []uint8{0, 1, 0, 1}}, {Lor[uint8](), []uint8{0, 1, 1, 1}},
		{Lxor[uint8](), []uint8{0, 0, 1, 0}}, {Band[uint8](), []uint8{0, 2, 0, 5}},
		{Bor[uint8](), []uint8{0, 7, 2, 5}}, {Bxor[uint8](), []uint8{0, 5, 2, 0}},
	} {
		got := make([]uint8, len(a))
		c.op.Apply(got, a, b)
		assert.Equal(t, c.want, got, c.op.Name)
		assert.True(t, c.op.Commutative, c.op.Name)
	}
}
