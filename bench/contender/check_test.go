//go:build cgo

package contender

import (
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/buffers"
	"topocoll/bench/group"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// The check detects and reports a wrong word, a word written outside the result, and a changed input.
func TestCheck(t *testing.T) {
	right := func(a catalog.Args[float64]) {
		for j := range a.Out {
			a.Out[j] = float64(words.Find(words.Sum).Input(j/3, j%3))
		}
	}
	tests := []struct {
		name string
		run  func(a catalog.Args[float64])
		want string
	}{
		{"right", right, ""},
		{"nothing", func(catalog.Args[float64]) {}, "nothing: rank 1 has 77 at word 0 of 6, want 0"},
		{"wrong", func(a catalog.Args[float64]) { right(a); a.Out[4]++ },
			"wrong: rank 1 has 1 at word 4 of 6, want 0"},
		{"long", func(a catalog.Args[float64]) { right(a); a.Out[:7][6] = 0 },
			"long: rank 1 wrote outside its result"},
		{"longer", func(a catalog.Args[float64]) { right(a); a.Out[:14][13] = 0 },
			"longer: rank 1 wrote outside its result"},
		{"before", func(a catalog.Args[float64]) { right(a); *before(a.Out) = 0 },
			"before: rank 1 wrote outside its result"},
		{"input", func(a catalog.Args[float64]) { right(a); a.In[2]++ },
			"input: rank 1 changed its input at word 2"},
	}
	for _, test := range tests {
		r := NewRun(Options{}, &group.Ranks{World: &mpi.World{Rank: 1, Size: 2}}, nil)
		s := newNode[float64](r, catalog.Allgather, 3, 0, nil)
		lanes := mustLay(t, s.maxInWords(), s.maxOutWords())
		c := Contender[float64]{Name: test.name,
			Run: func(a catalog.Args[float64]) error { test.run(a); return nil }}
		failure, err := s.check(c, &lanes, 0)
		require.NoError(t, err)
		assert.Equal(t, test.want, failure)
	}
}

// before returns the address of the word before x[0].
func before(x []float64) *float64 {
	return (*float64)(unsafe.Add(unsafe.Pointer(&x[0]), -8))
}

// mustLay returns lanes of warm memory for calls with the given numbers of words.
func mustLay(t require.TestingT, in, out int) buffers.Lanes[float64] {
	lanes, err := buffers.Lay[float64](&buffers.Memory{}, in, out, func(time.Duration) {})
	require.NoError(t, err)
	return lanes
}

// With blocks of different lengths, the check determines the source rank of each word and detects a block in
// the wrong place.
func TestCheckCounts(t *testing.T) {
	// blocks of 1, 2 and 3 words
	r := NewRun(Options{Counts: "linear"}, &group.Ranks{World: &mpi.World{Rank: 1, Size: 3}}, nil)
	s := newNode[float64](r, catalog.Allgather, 2, 0, nil)
	assert.Equal(t, []int{2, 6}, []int{s.inWords(0), s.outWords(0)})
	lanes := mustLay(t, s.maxInWords(), s.maxOutWords())
	turnedBy := func(n int) Contender[float64] {
		return Contender[float64]{Name: "it", Run: func(a catalog.Args[float64]) error {
			for j, of := range [][2]int{{0, 0}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}} {
				a.Out[(j+n)%6] = s.input(of[0], of[1])
			}
			return nil
		}}
	}
	failure, err := s.check(turnedBy(0), &lanes, 0)
	require.NoError(t, err)
	assert.Empty(t, failure)
	failure, err = s.check(turnedBy(1), &lanes, 0)
	require.NoError(t, err)
	assert.Regexp(t, "it: rank 1 has . at word . of 6, want .", failure)
}

// A plan is loaded again after its program was freed.
func TestFreedPlanIsLoadedAgain(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		job, err := recordingOf(t, "ring/allgather", w.Size, 5).allPlans()
		require.NoError(t, err)
		r := runOf(t, w, Options{})
		port := mpi.NewPort[float64](w)
		c, err := newPlanned(r, PlannedCall{Name: "a.json", Op: catalog.Allgather, M: 5, Job: job}, port)
		require.NoError(t, err)
		lanes := mustLay(t, 5, 5*w.Size)
		for range 2 {
			failure, err := newNode[float64](r, catalog.Allgather, 5, 0, nil).check(c, &lanes, 0)
			require.NoError(t, err)
			assert.Empty(t, failure)
			assert.Equal(t, 1, port.Programs().Len())
			port.Programs().Clear()
		}
	})
}

// A check does not call a contender that has lost a race, and no program is created for it.
func TestCheckSkipsLosers(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		r := runOf(t, w, Options{})
		s := setOf(t, r, catalog.Allgather, 64, "ring/allgather", "mesh/allgather")
		defer s.Free()
		calls := make([]int, len(s.Contenders))
		for i, c := range s.Contenders {
			s.Contenders[i].Run = func(a catalog.Args[float64]) error { calls[i]++; return c.Run(a) }
		}
		lost := 1
		_, err := s.Check(0, time.Minute, func(i int) bool { return i == lost })
		require.NoError(t, err)
		for i, n := range calls {
			if i == lost {
				assert.Zero(t, n)
			} else {
				assert.Equal(t, checkRepetitions, n)
			}
		}
		assert.Equal(t, len(s.Contenders)-2, programsOf(r))
	})
}
