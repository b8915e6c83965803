package page

import (
	"errors"
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"

	"topocoll/bench/results"
)

// pictureStyle is what page.css says of a network, in colours that do for light and dark.
const pictureStyle = `<style>.lk{stroke:#0072b2;fill:none;stroke-linecap:round}.idle{stroke:#bbb}circle{fill:#fff;stroke:#888}` +
	`text{font:13px Helvetica,Arial,sans-serif;fill:#222;text-anchor:middle}</style>`

// letterWidth is what a letter of a caption needs in the widest of the usual fonts.
const letterWidth = 8.5

// WriteLinks draws, as an SVG of its own, what the first operation's native call and the fastest of ours
// put on the links of the network.
func WriteLinks(w io.Writer, r *results.Result) error {
	pairs := linkPairs(r)
	if len(pairs) == 0 {
		return errors.New("page: no links were counted in this result, want one measured with: topocoll cluster run")
	}
	pair := pairs[0]
	_, width, height := places(r.Env.Network, pair[0].Links)
	most := max(pair[0].Busiest().Bytes, pair[1].Busiest().Bytes)
	var captions [2][2]string
	for i, c := range pair {
		captions[i] = [2]string{
			fmt.Sprintf("%s: %s, %s on %s", c.Op, c.Algo, results.FormatSize(c.Bytes), networkTitle(r.Env.Network)),
			fmt.Sprintf("%s µs, at most %s bytes on a link", micros(c.Median), grouped(c.Busiest().Bytes)),
		}
		for _, line := range captions[i] {
			width = max(width, letterWidth*float64(utf8.RuneCountInString(line)))
		}
	}
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f">%s<rect width="100%%" height="100%%" fill="#fff"/>`, 2*width, height+60, pictureStyle)
	for i, c := range pair {
		left := float64(i) * width
		picture := strings.Replace(string(drawLinks(r.Env.Network, c.Links, most)), "<svg ", fmt.Sprintf(`<svg x="%.0f" width="%.0f" height="%.0f" `, left, width, height), 1)
		fmt.Fprintf(&s, `%s<text x="%.0f" y="%.0f">%s</text><text x="%.0f" y="%.0f">%s</text>`,
			picture, left+width/2, height+15, html.EscapeString(captions[i][0]), left+width/2, height+37, html.EscapeString(captions[i][1]))
	}
	_, err := fmt.Fprintln(w, s.String()+"</svg>")
	return err
}
