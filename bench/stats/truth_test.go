package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A truth is a process that generates the measured log ratios of one cell, launch by launch. The true ratio
// is known.
type truth struct {
	name     string
	make     func(r *rand.Rand, ratio float64) [][]float64
	coverage [2]float64 // least and greatest coverage of the 95 % interval, in percent
	found    float64    // least percentage of the ratios 0.88 and 1.12 that are detected
	// greatest percentage of false verdicts among the verdicts of one kind, apart from sampling error
	false_ float64
}

const margin = 1.05

var truths = []truth{
	{"independent, sd 10 %", series(256, ar(0, 0.1)), usual, 95, 5},
	{"independent, sd 30 %", series(256, ar(0, 0.3)), usual, 0, 5},
	{"heavy tails (Student's t, 2 degrees)", series(256, heavy), usual, 90, 5},
	{"skewed (log-normal less its median)", series(256, skewed), usual, 90, 5},
	{"two modes 25 % apart", series(256, modes), usual, 50, 5},
	{"clock of 10 ns, calls of 700", ticks, usual, 90, 5},
	{"AR(1) 0.5, sd 30 %, n = 64", series(64, ar(0.5, 0.3)), usual, 0, 5},
	{"AR(1) 0.8, sd 30 %, n = 64", series(64, ar(0.8, 0.3)), usual, 0, 5},
	{"AR(1) 0.95, sd 10 %, n = 64", series(64, ar(0.95, 0.1)), usual, 0, 5},
	{"AR(1) 0.5, sd 10 %", series(256, ar(0.5, 0.1)), usual, 60, 5},
	{"AR(1) 0.8, sd 10 %, n = 1024", series(1024, ar(0.8, 0.1)), usual, 60, 5},
	{"AR(1) 0.95, sd 10 %, n = 1024", series(1024, ar(0.95, 0.1)), usual, 0, 5},
	{"AR(1) -0.5, sd 10 %", series(256, ar(-0.5, 0.1)), wide, 95, 5},
	{"15 % slower from some moment on, sd 5 %", series(256, step(0.05)), wide, 0, 5},
	{"15 % slower from some moment on, sd 10 %", series(256, step(0.1)), wide, 0, 5},
	{"15 % slower from some moment on, sd 20 %", series(1024, step(0.2)), wide, 0, 5},
	// too small to detect
	{"15 % slower from some moment on, sd 30 %", series(256, step(0.3)), [2]float64{60, 100}, 0, 50},
	{"drift of 15 %, sd 10 %", series(256, drift), wide, 0, 5},
	{"one contender slows down the next call by 30 %", series(256, carry), usual, 60, 5},
	{"sampled until known to 2 %", untilKnown, usual, 90, 5},
	{"3 launches that differ by 1 %", differentLaunches(3, constantSpread(0.01)), usual, 90, 5},
	{"3 launches that differ by 4 %", differentLaunches(3, constantSpread(0.04)), usual, 0, 5},
	{"5 launches that differ by 4 %", differentLaunches(5, constantSpread(0.04)), usual, 0, 5},
	{"10 launches that differ by 4 %", differentLaunches(10, constantSpread(0.04)), usual, 50, 5},
	{"3 launches, by 0.3 to 5 % in different cells", differentLaunches(3, randomSpread(0.003, 0.05)), usual,
		0, 5},
	{"5 launches, by 0.3 to 5 % in different cells", differentLaunches(5, randomSpread(0.003, 0.05)), usual,
		0, 5},
	{"3 launches, one cell in five by 10 %, others by 0.5 %", differentLaunches(3, twoKinds), usual, 0, 5},
	{"5 launches, each in one of two modes 8 % apart", differentLaunches(5, constantSpread(0), twoModes),
		[2]float64{85, 100}, 0,
		10},
}

var usual, wide = [2]float64{93, 97.99}, [2]float64{93, 100}

// For every truth, the rates of false verdicts and the coverage of the intervals stay within the stated
// limits. Each simulated table has a hundred cells: 40 have the ratio 1, 20 lie at the margin, and 40 lie
// well beyond it. For a cell at the margin, both verdicts are false. The test counts the false verdicts of
// each kind as a percentage of all verdicts of that kind.
func TestKnownTruths(t *testing.T) {
	tables := 4 // TOPOCOLL_TRUTH=200 for the table of results/verdicts.md
	if text := os.Getenv("TOPOCOLL_TRUTH"); text != "" {
		var err error
		tables, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	fmt.Println(
		"| log ratios | covers | faster | slower | same | found | same found " +
			"|\n|---|---|---|---|---|---|---|")
	for _, of := range truths {
		o := of.outcome(tables)
		fmt.Printf("| %s | %.1f | %.1f | %.1f | %.1f | %.0f | %.0f |\n", of.name, o.covers, o.faster,
			o.slower, o.same, o.found, o.sameFound)
		// more than three standard deviations of a proportion of 5 %, because tables also vary
		luck := 300 / math.Sqrt(float64(tables)*100)
		assert.GreaterOrEqual(t, o.covers, of.coverage[0]-luck/2, of.name)
		assert.LessOrEqual(t, o.covers, of.coverage[1]+luck/2, of.name)
		for what, share := range map[string]float64{"faster": o.faster, "slower": o.slower, "same": o.same} {
			assert.LessOrEqual(t, share, of.false_+luck, "%s: false %s", of.name, what)
		}
		assert.GreaterOrEqual(t, o.found, of.found-luck, of.name)
	}
}

// An outcome holds these percentages: the coverage of the intervals, the false verdicts of each kind, the
// detected cells well beyond the margin, and the detected cells with the ratio 1.
type outcome struct{ covers, faster, slower, same, found, sameFound float64 }

func (of truth) outcome(tables int) (o outcome) {
	random := rand.New(rand.NewPCG(1, 2))
	ratios := cellsOfATable()
	for range tables {
		var beyond, same, value []float64
		for i, e := range of.table(random, ratios) {
			estimate := e.Estimate(0.95)
			if truth := math.Log(ratios[i]); estimate.Lo <= truth && truth <= estimate.Hi {
				o.covers += 100 / float64(len(ratios)*tables)
			}
			if _, isOne := e.(Series); isOne && !estimate.Decidable() {
				beyond, same = append(beyond, 1), append(same, 1)
			} else {
				beyond, same = append(beyond, Beyond(e, -math.Log(margin), math.Log(margin))),
					append(same, Within(e, -math.Log(margin), math.Log(margin)))
			}
			value = append(value, estimate.Value)
		}
		o.add(ratios, value, BenjaminiHochberg(beyond), BenjaminiHochberg(same), 100/float64(tables))
	}
	return o
}

func cellsOfATable() (ratios []float64) {
	for ratio, n := range map[float64]int{1: 40, 1.05: 10, 1 / 1.05: 10, 1.12: 20, 0.88: 20} {
		for range n {
			ratios = append(ratios, ratio)
		}
	}
	return ratios
}

// table measures every cell. The prior for the variance between launches comes from all cells together.
func (of truth) table(random *rand.Rand, ratios []float64) []Evidence {
	var ones []Evidence
	var several []Launches
	for _, ratio := range ratios {
		if launches := of.make(random, ratio); len(launches) > 1 {
			several = append(several, NewLaunches(Medians(launches)))
		} else {
			ones = append(ones, NewSeries(launches[0]))
		}
	}
	prior := NewPrior(several)
	for _, l := range several {
		ones = append(ones, l.WithPrior(prior))
	}
	return ones
}

// add adds the outcome of one table, with the given weight in percent.
func (o *outcome) add(ratios, value, beyond, same []float64, weight float64) {
	const inside = 1.0499999
	var faster, slower, alike, falseFaster, falseSlower, falseAlike, far, one, foundFar, foundOne float64
	for i, ratio := range ratios {
		isFar, isOne := ratio > 1.1 || ratio < 0.9, ratio == 1
		far, one = far+count(isFar), one+count(isOne)
		switch {
		case beyond[i] <= 0.05 && value[i] < 0:
			faster, falseFaster, foundFar = faster+1, falseFaster+count(ratio > 0.9),
				foundFar+count(ratio < 0.9)
		case beyond[i] <= 0.05:
			slower, falseSlower, foundFar = slower+1, falseSlower+count(ratio < 1.1),
				foundFar+count(ratio > 1.1)
		case same[i] <= 0.05:
			alike, falseAlike, foundOne = alike+1, falseAlike+count(ratio > inside || ratio < 1/inside),
				foundOne+count(isOne)
		}
	}
	o.faster += weight * falseFaster / max(1, faster)
	o.slower += weight * falseSlower / max(1, slower)
	o.same += weight * falseAlike / max(1, alike)
	o.found += weight * foundFar / far
	o.sameFound += weight * foundOne / one
}

func count(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
