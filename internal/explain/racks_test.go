package explain

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Two racks and a switch between them: hosts 0, 2 | 1, 3 in a line, the third switch above the others.
func TestRacks(t *testing.T) {
	at := Racks(4, 7, [][2]int{{0, 4}, {2, 4}, {1, 5}, {3, 5}, {4, 6}, {5, 6}}, 100)
	assert.Equal(t, [][2]float64{{0, 0}, {260, 0}, {100, 0}, {360, 0}, {50, -84}, {310, -84}, {180, -168}}, at)
	assert.Nil(t, Racks(3, 4, [][2]int{{0, 3}, {1, 3}, {1, 2}}, 100), "host 2 has no switch")
	assert.Nil(t, Racks(2, 2, [][2]int{{0, 1}}, 100), "no switch")
	at = Racks(2, 4, [][2]int{{0, 2}, {0, 3}, {1, 2}, {1, 3}}, 100)
	assert.NotEqual(t, at[2], at[3], "hosts with two switches: side by side")
}
