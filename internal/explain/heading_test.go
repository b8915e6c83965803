//go:build !js

package explain

import (
	"bytes"
	"encoding/xml"
	"testing"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/opentype"

	"topocoll/catalog"
	"topocoll/internal/figure"
)

// A viewer truncates text beyond the edge. The heading must therefore fit in DejaVu Sans, the widest common
// font.
func TestHeadHasRoomInAWideFont(t *testing.T) {
	title, err := opentype.Parse(dejavusansbold.TTF)
	require.NoError(t, err)
	note, err := opentype.Parse(dejavusans.TTF)
	require.NoError(t, err)
	for _, row := range catalog.ByteRows() {
		for _, p := range []int{1, 2, 8, 9} {
			if !row.Takes(p) {
				continue
			}
			var svg bytes.Buffer
			draw(t, runAt(t, row.ID, nil, Args{P: p, Shift: 1}), &svg)
			var picture struct {
				Width float64 `xml:"width,attr"`
				Head  []struct {
					Class string  `xml:"class,attr"`
					X     float64 `xml:"x,attr"`
					Text  string  `xml:",chardata"`
				} `xml:"text"`
			}
			require.NoError(t, xml.Unmarshal(svg.Bytes(), &picture))
			require.NotEmpty(t, picture.Head)
			for _, line := range picture.Head {
				width := figure.WidthIn(note, line.Text, 12)
				if line.Class == "title" {
					width = figure.WidthIn(title, line.Text, 15)
				}
				assert.LessOrEqual(t, line.X+width, picture.Width, "%s p=%d: %s", row.ID, p, line.Text)
			}
		}
	}
}
