package errata

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/topo"
)

// F4 has 0 <= q <= p for the q-shift (row 48). A shift by 0 or p is none; in between it is min(q, p-q) steps.
func TestShiftBounds(t *testing.T) {
	const p = 8
	for q := 0; q <= p; q++ {
		k := conform.Case{P: p, M: 2, Shift: q}
		assert.Equal(t, min(q, p-q), steps(messages(t, "ring/shift", k)), "q = %d", q)
		for _, id := range []string{"ring/shift", "mesh/shift", "hcube/shift"} {
			oursIsRight(t, id, k)
		}
	}
}

// meshShift shifts by q on a 4 x 4 mesh: rows by q mod 4 - 4, backwards; then what wrapped around by
// compensation along its column; then all columns by columns.
func meshShift(q, compensation, columns int) listing {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		const n = 4
		x := append([]string(nil), a.In...)
		row, column := c.Line(c.Label()/n*n, 1, n), c.Line(c.Label()%n, n, n)
		by := q%n - n
		around(row, by, x)
		if row.Label() >= n+by { // these columns hold what wrapped around
			around(column, compensation, x)
		}
		around(column, columns, x)
		copy(a.Out, x)
		return c.Err()
	}
}

func around(line *comm.Comm[string], by int, x []string) {
	if n := line.Size(); topo.Mod(by, n) != 0 {
		out := append([]string(nil), x...)
		line.SendRecv(topo.Mod(line.Label()+by, n), out, topo.Mod(line.Label()-by, n), x)
	}
}

// F2 and F4 say to shift rows by q mod sqrt p, compensate what wrapped around by one step along the columns
// and shift those by floor(q/sqrt p); figure 3.22 (b) names it for backward row shifts (row 49). Backwards, the
// compensation is -1, and the columns go one further.
func TestMeshShiftBackwards(t *testing.T) {
	for q := 1; q < 16; q++ {
		k := conform.Case{P: 16, M: 2, Shift: q}
		if q%4 != 0 {
			assert.Error(t, try(catalog.Shift, k, meshShift(q, +1, q/4)), "q = %d", q)
			assert.NoError(t, try(catalog.Shift, k, meshShift(q, -1, q/4+1)), "q = %d", q)
		}
		oursIsRight(t, "mesh/shift", k)
	}
}

// F4 bounds the shift on a mesh by sqrt p + 1 steps, F2 by 2 floor(sqrt p/2) + 1 (row 49). The worst q takes
// sqrt p.
func TestMeshShiftWorstCase(t *testing.T) {
	for n := 2; n <= 7; n++ {
		worst := 0
		for q := range n * n {
			worst = max(worst, steps(messages(t, "mesh/shift", conform.Case{P: n * n, M: 1, Shift: q})))
		}
		assert.Equal(t, n, worst)
	}
}

// F2 has nodes at distance 2^i on the Gray-coded ring "exactly 2^i links" apart (row 50): it is 2, and 1 for
// i = 0.
func TestGrayRingDistance(t *testing.T) {
	for d := 2; d <= 8; d++ {
		for i := range d {
			for v := range 1 << d {
				links := distance(topo.Gray(v), topo.Gray((v+1<<i)%(1<<d)))
				assert.Equal(t, min(2, 1<<i), links, "d = %d, i = %d, node %d", d, i, v)
			}
		}
	}
}

// The exceptions for SF that F2 lists under Table 3.1 lack the q-shift on a hypercube (row 58): Table 3.1 has one
// step, by E-cube routing, and with nearest neighbours only it is up to 2 log p - 1.
func TestCubeShiftUnderSF(t *testing.T) {
	for d := 2; d <= 5; d++ {
		worst := map[string]int{}
		for _, id := range []string{"hcube/shift", "hcube/shift-ecube"} {
			for q := range 1 << d {
				worst[id] = max(worst[id], steps(messages(t, id, conform.Case{P: 1 << d, M: 1, Shift: q})))
			}
		}
		assert.Equal(t, map[string]int{"hcube/shift": 2*d - 1, "hcube/shift-ecube": 1}, worst)
	}
}
