package page

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"topocoll/bench/results"
)

// pictureStyle is what page.css says of a network, in colours that do for light and dark.
const pictureStyle = `<style>.lk{stroke:#0072b2;fill:none;stroke-linecap:round}.idle{stroke:#bbb}circle{fill:#fff;stroke:#888}` +
	`text{font:13px Helvetica,Arial,sans-serif;fill:#222;text-anchor:middle}</style>`

// WriteLinks draws, as an SVG of its own, what the first operation's native call and the fastest of ours
// put on the links of the network.
func WriteLinks(w io.Writer, r *results.Result) error {
	pairs := linkPairs(r)
	if len(pairs) == 0 {
		return errors.New("page: no links were counted in this result, want one measured with: topocoll cluster run")
	}
	pair := pairs[0]
	_, width, height := places(r.Env.Network, pair[0].Links)
	width = max(width, 460) // room for the captions
	most := max(busiest(pair[0].Links).Bytes, busiest(pair[1].Links).Bytes)
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f">%s<rect width="100%%" height="100%%" fill="#fff"/>`, 2*width, height+60, pictureStyle)
	for i, c := range pair {
		left := float64(i) * width
		picture := strings.Replace(string(drawLinks(r.Env.Network, c.Links, most)), "<svg ", fmt.Sprintf(`<svg x="%.0f" width="%.0f" height="%.0f" `, left, width, height), 1)
		fmt.Fprintf(&s, `%s<text x="%.0f" y="%.0f">%s: %s, %s on %s</text><text x="%.0f" y="%.0f">%s µs, at most %s bytes on a link</text>`,
			picture, left+width/2, height+15, c.Op, c.Algo, results.FormatSize(c.Bytes), r.Env.Network, left+width/2, height+37, micros(c.Median), grouped(busiest(c.Links).Bytes))
	}
	_, err := fmt.Fprintln(w, s.String()+"</svg>")
	return err
}
