package explain_test

import (
	"bytes"
	"encoding/xml"
	"testing"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"

	"topocoll/catalog"
	"topocoll/internal/explain"
)

// A viewer cuts off what is beyond the edge. DejaVu Sans is the widest of the usual fonts.
func TestHeadHasRoomInAWideFont(t *testing.T) {
	faces := map[string]font.Face{}
	for class, ttf := range map[string][]byte{"title": dejavusansbold.TTF, "note": dejavusans.TTF} {
		face, err := opentype.Parse(ttf)
		require.NoError(t, err)
		size := map[string]font.Length{"title": 15, "note": 12}[class]
		faces[class] = font.Face{Font: font.Font{Size: size}, Face: face}
	}
	for _, row := range catalog.Rows[struct{}]() {
		for _, p := range []int{1, 2, 8, 9} {
			if !row.Takes(p) {
				continue
			}
			var svg bytes.Buffer
			require.NoError(t, figure(t, row.ID, "", explain.Args{P: p, Shift: 1}).SVG(&svg))
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
				face := faces[line.Class]
				assert.LessOrEqual(t, line.X+face.Width(line.Text).Points(), picture.Width, "%s p=%d: %s", row.ID, p, line.Text)
			}
		}
	}
}
