package scene

import "testing"

// Every measurement that is dropped on the page is read or refused.
func FuzzMeasured(f *testing.F) {
	for _, text := range []string{"", "{",
		`{"messages":[{"pattern":"pingpong","p":2,"stride":1,"bytes":8,"median_ns":1}]}`,
		"pingpong 2 8..1M 1.5 [1,2] 0.1 [0,1]", "exchange 1 4 8..1M 1 2 3 4",
		"hcube/bcast 8 31.5\nnative 8 1e3", "a", "a 1", "a 99999999999999999999 1"} {
		f.Add(text, 1)
	}
	f.Fuzz(func(t *testing.T, text string, m int) {
		if points, err := readMeasured(text); err == nil {
			measuredCurves(points, nil)
		}
		if fits, err := ReadFits(text, m); err == nil && len(fits.Lines) > 0 &&
			(fits.Suits < 0 || fits.Suits >= len(fits.Lines)) {
			t.Errorf("line %d of %d", fits.Suits, len(fits.Lines))
		}
	})
}
