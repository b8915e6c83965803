package fit

import (
	"topocoll/bench/results"
)

// Patterns lists the patterns of messages from which Predict predicts times.
var Patterns = [2]string{"pingpong", "exchange"}

// A Prediction holds the predicted times of one measured cell. They are computed from the times of messages.
type Prediction struct {
	Cell results.Cell
	By   [len(Patterns)]PredictedTime // zero for a pattern whose messages were not measured
	// Formula means that the times come from the textbook's formula, because a simulation would take too long.
	Formula bool
}

// A PredictedTime is a time in ns, with its error relative to the measured time.
type PredictedTime struct {
	Time, Error float64
	Guess       bool // the mean message of the cell is longer than the longest measured message
}

// Predict simulates the plans of every cell that measures an algorithm of topocoll. Messages are divided as
// in the run, nodes have one port, and links have no contention: see plan.Job.Schedule. If the textbook has
// an exact formula, the formula gives the same time. If the plans are too long, for example on more than 64
// ranks, Predict evaluates the formula instead. ts and tw come from the fits of r's messages. There is one
// prediction from a ping-pong, and one from an exchange of all ranks. Each takes ts and tw from the line that
// was fitted to messages of about the cell's mean message size.
func Predict(r *results.Result, fits []Fit) (predictions []Prediction) {
	distances, on := shiftDistanceCache{}, networks{}
	for _, cell := range r.Cells {
		c, found := callOf(cell, r.Env, on)
		if !found {
			continue
		}
		t := c.timePredictor(distances)
		if t == nil {
			continue
		}
		p := Prediction{Cell: cell}
		_, p.Formula = t.(formula)
		for i, pattern := range Patterns {
			p.By[i] = predictTime(t, c.selectFits(fits, pattern), cell)
		}
		if p.By != [len(Patterns)]PredictedTime{} {
			predictions = append(predictions, p)
		}
	}
	return predictions
}

// predictTime predicts the time of a cell from the mean ts and the mean tw of several fits. It returns the
// zero value without fits, or if the predicted time is 0.
func predictTime(t timePredictor, fits []Fit, cell results.Cell) PredictedTime {
	if len(fits) == 0 {
		return PredictedTime{}
	}
	message := meanMessage(cell)
	ts, tw, guess := 0.0, 0.0, false
	for _, fit := range fits {
		line := fit.Line(message)
		ts += line.Ts / float64(len(fits))
		tw += line.Tw / float64(len(fits))
		guess = guess || !fit.Measured(message)
	}
	time := t.time(ts, tw)
	if !(time > 0) {
		return PredictedTime{}
	}
	return PredictedTime{Time: time, Error: time/cell.Median - 1, Guess: guess}
}

// meanMessage returns the mean size in bytes of the messages of the busiest rank.
func meanMessage(cell results.Cell) float64 {
	if cell.Counters.Messages == 0 {
		return 0
	}
	return float64(cell.Counters.Bytes) / float64(cell.Counters.Messages)
}

// A timePredictor predicts the time of a call in ns, for ts in ns and tw in ns per byte.
type timePredictor interface{ time(ts, tw float64) float64 }

// timePredictor returns the simulation of a call or, if there is none, its formula. It returns nil if there
// is neither.
func (c call) timePredictor(distances shiftDistanceCache) timePredictor {
	if p, found := c.newSimulation(distances); found {
		return p
	}
	if f, found := c.formula(); found {
		return f
	}
	return nil
}
