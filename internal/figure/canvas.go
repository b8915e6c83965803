// Package figure writes figures as SVG. It draws headings, text of known width, arrows, charts of curves on
// two axes, and bar charts.
package figure

import (
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// A Canvas is an SVG that is being written.
type Canvas struct{ strings.Builder }

// Put writes a part of an element in a format of package fmt. It escapes arguments of type string, but not of
// type SVG.
func (c *Canvas) Put(format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = html.EscapeString(text)
		}
	}
	fmt.Fprintf(c, format, args...)
}

// Add writes elements on a separate line.
func (c *Canvas) Add(format string, args ...any) { c.Put(format+"\n", args...) }

// Margin is the distance of the heading from the left edge in pixels.
const Margin = 14

const (
	baseStyle = `
text { font: 12px "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; fill: #1b1f24; }
.bg { fill: #ffffff; } .title { font-size: 15px; font-weight: bold; text-anchor: start; }
.note { text-anchor: start; fill: #57606a; } .at { text-anchor: middle; }
`
	// Dark is the start of the style for dark mode. The caller must close it with a brace.
	Dark = `@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } .bg { fill: #0d1117; } .note { fill: #9aa4af; }
`
)

// Begin starts a figure in a separate SVG file. The slice `head` holds the lines of the heading. Its first
// line is the title, and the figure is wide enough for all lines. The style `own` is added after the common
// style of figures. The figure also defines an arrowhead, which appears at the end of a path with
// marker-end:url(#head).
func Begin(head []string, width, height float64, own SVG) *Canvas {
	for i, line := range head {
		if i == 0 {
			width = max(width, 2*Margin+1.12*Room(line, 15)) // the title is bold and therefore wider
		}
		width = max(width, 2*Margin+Room(line, 12))
	}
	c := &Canvas{}
	c.Add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" `+
		`role="img">`, width, height, width, height)
	c.Add("<title>%s</title>\n<style>%s</style>", head[0], baseStyle+own)
	c.Add(`<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6.5" ` +
		`markerHeight="6.5" orient="auto"><path class="head" d="M0,0.8 L8,4 L0,7.2 Z"/></marker></defs>`)
	c.Add(`<rect class="bg" width="100%%" height="100%%"/>`)
	for i, line := range head {
		class := "note"
		if i == 0 {
			class = "title"
		}
		c.Add(`<text class="%s" x="%d" y="%d">%s</text>`, class, Margin, 26+17*i, line)
	}
	return c
}

// Inset writes a picture with its upper left corner at a position.
func (c *Canvas) Inset(x, y, width, height float64, picture SVG) {
	c.Add(`<svg x="%.0f" y="%.0f" width="%.0f" height="%.0f">%s</svg>`, x, y, width, height, picture)
}

// Close ends a figure that Begin has started, and writes it.
func (c *Canvas) Close(w io.Writer) error {
	_, err := io.WriteString(w, c.Finish())
	return err
}

// Finish ends a figure that Begin has started, and returns it.
func (c *Canvas) Finish() string {
	c.Add("</svg>")
	return c.String()
}

// beginChart starts a chart as an element of an HTML page. Its title is for screen readers.
func beginChart(title string, width, height float64) *Canvas {
	c := &Canvas{}
	c.Add(`<svg class="chart" role="img" aria-label="%s" viewBox="0 0 %g %g">`, title, width, height)
	return c
}

// closeChart ends a picture inside HTML and returns it.
func (c *Canvas) closeChart() SVG { return SVG(c.String() + "</svg>") }

// HeadHigh returns the height of a heading in pixels.
func HeadHigh(head []string) float64 { return 24 + 17*float64(len(head)) }

// Room returns the width in pixels of a string at the given size, in the widest of the usual fonts.
func Room(text string, size float64) (width float64) {
	for _, letter := range text {
		switch {
		case letter == '…':
			width++
		case letter == '>' || letter == 'M' || letter == 'm':
			width += 0.9
		case unicode.IsLetter(letter) || unicode.IsDigit(letter):
			width += 0.645
		default:
			width += 0.4
		}
	}
	return width * size
}

// labelSize is the size of the labels of a chart in pixels.
const labelSize = 10

// Label writes a string with the width that the function Width returns, but at most `room`. The width is
// therefore the same in every browser font. The style comes from the page's style sheet. If a label has a
// separate colour (`ink`), its font is smaller.
func (c *Canvas) Label(x, y float64, anchor, text string, room float64, ink string) {
	size, style := float64(labelSize), ""
	if ink != "" {
		size, style = curveLabelSize, fmt.Sprintf(` style="fill:%s;font-size:%dpx"`, ink, curveLabelSize)
	}
	c.Add(`<text x="%.1f" y="%.1f" text-anchor="%s" textLength="%.1f" `+
		`lengthAdjust="spacingAndGlyphs"%s>%s</text>`,
		x, y, anchor, min(room, Width(text, size)), SVG(style), text)
}

// shorten truncates a name that is wider than `room`.
func shorten(name string, size, room float64) string {
	for letters := []rune(name); Width(name, size) > room && len(letters) > 0; {
		letters = letters[:len(letters)-1]
		name = string(letters) + "…"
	}
	return name
}

// Grouped formats a number with a thin non-breaking space every three digits.
func Grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:]
	}
	return digits
}
