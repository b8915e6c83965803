package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/line"
	"topocoll/bench/results"
)

// steps describes a machine by lines that begin at the given sizes, with ts in ns and tw in ns per byte.
type steps []struct {
	from   int
	ts, tw float64
}

func (s steps) time(bytes int) float64 {
	at := s[0]
	for _, line := range s {
		if bytes >= line.from {
			at = line
		}
	}
	return at.ts + at.tw*float64(bytes)
}

// measured returns messages of 8 B to 1 MiB on a machine. The function `off` returns the relative error of
// each time.
func (s steps) measured(pattern string, stride, p int, off func() float64) []results.Message {
	var messages []results.Message
	for bytes := 8; bytes <= 1<<20; bytes *= 2 {
		for _, size := range []int{bytes, bytes + bytes/3} {
			ns := s.time(size) * (1 + off())
			messages = append(messages,
				results.Message{Pattern: pattern, Stride: stride, P: p, Bytes: size, Median: ns})
		}
	}
	return messages
}

func noError() float64 { return 0 }

var (
	one   = steps{{0, 900, 0.12}}
	two   = steps{{0, 600, 0.25}, {4096, 2400, 0.08}}
	three = steps{{0, 500, 0.3}, {4096, 2000, 0.15}, {65536, 9000, 0.09}}
)

func TestRecoversLinesAndBreaks(t *testing.T) {
	for name, machine := range map[string]steps{"one": one, "two": two, "three": three} {
		t.Run(name, func(t *testing.T) {
			fits := Of(&results.Result{Messages: machine.measured("pingpong", 1, 2, noError)})
			require.Len(t, fits, 1)
			require.Len(t, fits[0].Lines, len(machine), fits[0])
			for i, line := range fits[0].Lines {
				assert.InEpsilon(t, machine[i].ts, line.Ts, 1e-6)
				assert.InEpsilon(t, machine[i].tw, line.Tw, 1e-6)
				assert.Equal(t, max(8, machine[i].from), line.First)
			}
			assert.Less(t, fits[0].MaxError, 1e-9)
			assert.Less(t, fits[0].LeaveOneOut, 1e-9)
		})
	}
}

// With 3 % of noise, the fit finds the parameters within a tenth, the breaks within a factor of 2, and no
// false break.
func TestRecoversThroughNoise(t *testing.T) {
	for name, machine := range map[string]steps{"one": one, "two": two, "three": three} {
		t.Run(name, func(t *testing.T) {
			right := 0
			const runs = 20
			for seed := range uint64(runs) {
				random := rand.New(rand.NewPCG(seed, 7))
				noise := func() float64 { return 0.03 * random.NormFloat64() }
				f := Of(&results.Result{Messages: machine.measured("exchange", 2, 4, noise)})[0]
				assert.Less(t, f.MedianError, 0.04)
				assert.Less(t, math.Abs(f.Bias), 0.02)
				if near(f, machine) {
					right++
				}
			}
			assert.GreaterOrEqual(t, right, runs*9/10)
		})
	}
}

func near(f Fit, machine steps) bool {
	if len(f.Lines) != len(machine) {
		return false
	}
	within := func(got, want, part float64) bool { return math.Abs(got/want-1) <= part }
	for i, line := range f.Lines {
		if i > 0 && (line.First < machine[i].from/2 || line.First > machine[i].from*2) {
			return false
		}
		if !within(line.Ts, machine[i].ts, 0.25) || !within(line.Tw, machine[i].tw, 0.1) {
			return false
		}
	}
	return true
}

// If a break is too small to be found from the points alone, it is found at a protocol limit of the library.
func TestTheLibraryKnowsItsLimits(t *testing.T) {
	faint := steps{{0, 1000, 0.1}, {4096, 1100, 0.1}}
	random := rand.New(rand.NewPCG(1, 8))
	noise := func() float64 { return 0.028 * random.NormFloat64() }
	r := &results.Result{Messages: faint.measured("pingpong", 1, 2, noise)}
	require.Len(t, Of(r)[0].Lines, 1)
	r.Env.Library = map[string]string{"btl_vader_eager_limit": "4096"}
	lines := Of(r)[0].Lines
	require.Len(t, lines, 2)
	assert.Contains(t, []int{4096, 5461}, lines[1].First, "at the limit or after it")
}

func TestNothingIsNegative(t *testing.T) {
	for name, machine := range map[string]steps{
		"ts": {{0, -5, 1}},            // 8 B take 3 ns, so the unconstrained line begins below 0
		"tw": {{0, 4_000_000, -0.25}}, // longer messages are faster
	} {
		for _, line := range Of(&results.Result{Messages: machine.measured("pingpong", 1, 2,
			noError)})[0].Lines {
			assert.GreaterOrEqual(t, line.Ts, 0.0, name)
			assert.GreaterOrEqual(t, line.Tw, 0.0, name)
		}
	}
}

// Each line has at least three points. Very few points give one line.
func TestFewPoints(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 1, 5: 1, 6: 2, 8: 2} {
		var messages []results.Message
		for i := range n {
			ns := 100.0
			if i >= n/2 {
				ns = 900
			}
			messages = append(messages, results.Message{Pattern: "pingpong", P: 2, Bytes: 8 << i, Median: ns})
		}
		f := Of(&results.Result{Messages: messages})[0]
		assert.Len(t, f.Lines, want, "%d points", n)
		assert.Equal(t, n < 4, math.IsNaN(f.LeaveOneOut), "%d points", n)
	}
}

func TestOrderAndRubbish(t *testing.T) {
	messages := one.measured("exchange", 2, 4, noError)
	for i, j := 0, len(messages)-1; i < j; i, j = i+1, j-1 {
		messages[i], messages[j] = messages[j], messages[i]
	}
	messages = append(messages, results.Message{Pattern: "exchange", Stride: 2, P: 4, Bytes: 8, Median: 0},
		results.Message{Pattern: "exchange", Stride: 2, P: 4, Bytes: 8, Median: math.NaN()})
	f := Of(&results.Result{Messages: messages})[0]
	assert.InEpsilon(t, one.time(4096), f.Time(4096), 1e-9)
	assert.Equal(t,
		"exchange stride 2 p=4: 8..1398101 B (n = 36) ts 0.9 us, tw 0.12 ns/B (error median 0.0%, max "+
			"0.0%, bias +0.0%)", f.String())
	assert.Empty(t, Of(&results.Result{}))
	assert.Equal(t, 0.0, Fit{}.Time(8))
}

// Between two lines, the time comes from the line whose end is nearer on a logarithmic scale.
func TestTimeBetweenLines(t *testing.T) {
	f := Fit{Lines: []line.Line{{First: 8, Last: 1024, Ts: 1}, {First: 4096, Last: 8192, Ts: 2}}}
	for bytes, want := range map[float64]float64{0: 1, 1024: 1, 2048: 1, 2049: 2, 4096: 2, 1e9: 2} {
		assert.Equal(t, want, f.Time(bytes), "%v bytes", bytes)
	}
	assert.True(t, f.Measured(0))
	assert.False(t, f.Measured(8193))
}
