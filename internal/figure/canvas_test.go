//go:build !js

package figure

import (
	"testing"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/opentype"
)

// A text fits in the room reserved for it in DejaVu Sans, the widest common font.
func TestRoom(t *testing.T) {
	parsed, err := opentype.Parse(dejavusans.TTF)
	require.NoError(t, err)
	for _, text := range []string{"1 (0)", "12 (M[6,7])", "3 (Σ0-3>5)", "0>1,3,4,6,7", "(0-7>3 8>0,1)", "…",
		"50mbit", "1.5gbit"} {
		width := WidthIn(parsed, text, 11)
		assert.LessOrEqual(t, width, Room(text, 11)+0.5, text)
		assert.Less(t, Room(text, 11), 1.3*width, text)
	}
}
