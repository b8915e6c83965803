package scene

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"topocoll/bench/results"
	"topocoll/internal/fit"
)

const wordBytes = 8

// Fits holds measured values of ts and tw, with one line for each range of sizes.
type Fits struct {
	Lines []Fitted `json:"lines"`
	// Suits is the index in Lines of the line for the first pattern and messages of m words (see ReadFits).
	Suits int `json:"suits"`
}

// A Fitted holds ts and tw for one pattern and one range of sizes.
type Fitted struct {
	Name string  `json:"name"` // pattern, processes, sizes
	Ts   float64 `json:"ts"`   // µs
	Tw   float64 `json:"tw"`   // µs per word of 8 bytes
}

// ReadFits returns the measured values of ts and tw in a text. It reads them if the text is the output of
// topocoll fit. If the text is a bench.json, ReadFits fits them to the measured messages. The argument m is
// the message length, in words, for the field Suits.
func ReadFits(text string, m int) (*Fits, error) {
	fits := fit.ParseFits(text)
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		var measured struct {
			Env      struct{ Library map[string]string }
			Messages []results.Message
		}
		if err := json.Unmarshal([]byte(text), &measured); err != nil {
			return nil, fmt.Errorf("not a valid bench.json: %w", err)
		}
		fits = fit.Of(
			&results.Result{Env: results.Env{Library: measured.Env.Library}, Messages: measured.Messages})
	}
	all := &Fits{Lines: []Fitted{}}
	for i, f := range fits {
		for _, line := range f.Lines {
			name := f.Pattern
			if f.Stride > 1 || f.Pattern == "exchange" {
				name += fmt.Sprintf(" %d", f.Stride)
			}
			if i == 0 && line == f.Line(float64(wordBytes*m)) {
				all.Suits = len(all.Lines)
			}
			all.Lines = append(all.Lines,
				Fitted{fmt.Sprintf("%s, p = %d, %s..%s bytes", name, f.P, results.FormatSize(line.First),
					results.FormatSize(line.Last)),
					roundFit(line.Ts / 1000), roundFit(line.Tw * wordBytes / 1000)})
		}
	}
	return all, nil
}

// roundFit rounds a number to three significant digits, as topocoll fit does.
func roundFit(x float64) float64 {
	y, _ := strconv.ParseFloat(fmt.Sprintf("%.3g", x), 64)
	return y
}
