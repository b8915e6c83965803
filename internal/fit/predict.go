package fit

import (
	"topocoll/bench/results"
)

// A Prediction is the time of one measured cell, predicted from the times of messages.
type Prediction struct {
	Cell    results.Cell
	From    string  // pattern of the messages: pingpong or exchange
	Time    float64 // ns
	Formula bool    // the time comes from the book's formula, because a simulation would take too long
	Guess   bool    // the mean message of the cell is longer than the longest measured message
}

// Error returns the prediction minus the measurement, relative to the measurement.
func (p Prediction) Error() float64 { return p.Time/p.Cell.Median - 1 }

// Predict simulates the plans of every cell of our algorithms. Messages are divided as in the run, nodes have
// one port, and links have no contention: see plan.Job.Schedule. An exact formula of the book gives the same
// time. If the plans are too long, for example on more than 64 ranks, Predict evaluates the formula instead.
// ts and tw come from the fits of r's messages. There is one prediction from a ping-pong, and one from an
// exchange of all ranks. Each uses the line for the mean message of the cell.
func Predict(r *results.Result, fits []Fit) []Prediction {
	measured, first := map[fitKey][]Fit{}, map[string][]Fit{}
	for i, fit := range fits {
		at := fitKey{fit.Pattern, fit.P}
		measured[at] = append(measured[at], fit)
		if first[fit.Pattern] == nil {
			first[fit.Pattern] = fits[i : i+1]
		}
	}
	var predictions []Prediction
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
		message := meanMessage(cell)
		for _, from := range []string{"pingpong", "exchange"} {
			used := measured[fitKey{from, cell.P}]
			switch {
			case from == "exchange":
				used = c.selectFits(used)
			case used == nil: // the number of idle ranks does not change the time of a ping-pong
				used = first[from]
			}
			if len(used) == 0 {
				continue
			}
			p := Prediction{Cell: cell, From: from}
			_, p.Formula = t.(formula)
			ts, tw := 0.0, 0.0
			for _, fit := range used {
				line := fit.Line(message)
				ts += line.Ts / float64(len(used))
				tw += line.Tw / float64(len(used))
				p.Guess = p.Guess || !fit.Measured(message)
			}
			p.Time = t.time(ts, tw)
			predictions = append(predictions, p)
		}
	}
	return predictions
}

// A fitKey identifies the fits of one pattern and process count.
type fitKey struct {
	pattern string
	p       int
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
