package explain

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"
)

const style = `
text { font: 12px "Helvetica Neue", Helvetica, Arial, sans-serif; fill: #1b1f24; text-anchor: middle; }
.bg { fill: #ffffff; } .title { font-size: 15px; font-weight: bold; text-anchor: start; } .note { text-anchor: start; fill: #57606a; }
.link { stroke: #c4cad1; stroke-width: 1.3; fill: none; } .node { fill: #f3f5f7; stroke: #57606a; stroke-width: 1.2; }
.switch { fill: #c4cad1; } .name { font-weight: bold; } .held { font-size: 11px; fill: #57606a; }
.held, .data { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; }
.arrow { stroke: #0b63c5; stroke-width: 1.7; stroke-linejoin: round; fill: none; marker-end: url(#head); } .head { fill: #0b63c5; } .data { fill: #0b3d7a; font-size: 11px; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } .bg { fill: #0d1117; } .note, .held { fill: #9aa4af; } .link { stroke: #3d444d; } .node { fill: #1d2530; stroke: #9aa4af; }
.switch { fill: #3d444d; } .held, .data { stroke: #0d1117; } .arrow { stroke: #58a6ff; } .head { fill: #58a6ff; } .data { fill: #a5d0ff; }
}
`

const pageWide = 1340 // panels are put side by side up to this width

// SVG draws the figure on its network: a reduction or broadcast as one panel, other operations with a panel for each
// step. Arrows are numbered by step; after the number, in parentheses, are the data. For operations that only move
// data, on up to 32 nodes, each node shows the data that it has.
func (f *Figure) SVG(w io.Writer) error {
	sketches := f.sketches()
	around := sketches[0].around
	for _, s := range sketches {
		around = around.with(s.around)
	}
	const margin, caption = 14, 24
	low, high := around.low.minus(point{margin, margin + caption}), around.high.plus(point{margin, margin})
	width, height := high.x-low.x, high.y-low.y
	perRow := max(1, min(len(sketches), int(pageWide/width)))
	rows := (len(sketches) + perRow - 1) / perRow

	lines := f.head()
	top := 24 + 17*float64(len(lines))
	total := point{max(640, float64(perRow)*width, headWidth(lines)), top + float64(rows)*height}
	var s strings.Builder
	writeHead(&s, lines, total)
	for i, sketch := range sketches {
		at := point{float64(i%perRow) * width, top + float64(i/perRow)*height}.minus(low)
		fmt.Fprintf(&s, `<g transform="translate(%.1f %.1f)">`+"\n", at.x, at.y)
		fmt.Fprintf(&s, `<text class="note" x="%.1f" y="%.1f">%s</text>`+"\n", low.x+margin, low.y+margin, sketch.caption)
		f.write(&s, sketch)
		s.WriteString("</g>\n")
	}
	s.WriteString("</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}

// sketches returns the panels in one layout, as wide as it must be for no text to hide another one. A panel with so many
// messages that no width is enough has no texts at them.
func (f *Figure) sketches() (all []*sketch) {
	panels := f.panels()
	narrow := layoutOf(f.Machine.Network, f.room(panels))
	for _, factor := range []float64{1, 1.15, 1.3, 1.5, 1.75, 2, 2.5} {
		if all = f.readable(narrow.scaled(factor), panels); all != nil {
			return all
		}
	}
	for _, p := range panels {
		s := f.sketch(narrow.scaled(1.5), p)
		if !s.clear() {
			p.silent = true
			p.caption += ", without the data (point at an arrow)"
			s = f.sketch(narrow.scaled(1.5), p)
		}
		all = append(all, s)
	}
	return all
}

// readable returns the panels in a layout; nil if in one of them a text hides another one.
func (f *Figure) readable(l layout, panels []panel) (all []*sketch) {
	for _, p := range panels {
		s := f.sketch(l, p)
		if !s.clear() {
			return nil
		}
		all = append(all, s)
	}
	return all
}

func writeHead(s *strings.Builder, lines []string, size point) {
	fmt.Fprintf(s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`+"\n", size.x, size.y, size.x, size.y)
	fmt.Fprintf(s, "<title>%s</title>\n<style>%s</style>\n", html.EscapeString(lines[0]), style)
	s.WriteString(`<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6.5" markerHeight="6.5" orient="auto"><path class="head" d="M0,0.8 L8,4 L0,7.2 Z"/></marker></defs>` + "\n")
	fmt.Fprintf(s, `<rect class="bg" width="%.0f" height="%.0f"/>`+"\n", size.x, size.y)
	for i, line := range lines {
		class := "note"
		if i == 0 {
			class = "title"
		}
		fmt.Fprintf(s, `<text class="%s" x="14" y="%d">%s</text>`+"\n", class, 26+17*i, html.EscapeString(line))
	}
}

// room measures the texts of all panels.
func (f *Figure) room(panels []panel) room {
	var r room
	for _, panel := range panels {
		for _, held := range panel.held {
			r.held = max(r.held, newNote("", "("+held+")", "").wide)
		}
		for i, arrows := range panel.arrows {
			for _, b := range f.bundles(arrows) {
				r.data = max(r.data, newNote("", f.numbered(panel.first+i, b.Arrow), "").wide)
			}
		}
	}
	return r
}

// numbered is the text at an arrow: its step and data.
func (f *Figure) numbered(step int, a Arrow) string {
	text := fmt.Sprint(step)
	if a.Data != "" && !f.plain {
		text += " (" + a.Data + ")"
	}
	return text
}

// headWidth is the width of the lines of the head in the widest of the usual fonts; the first line is larger, and bold.
func headWidth(lines []string) float64 {
	width := 10.4 * float64(utf8.RuneCountInString(lines[0]))
	for _, line := range lines[1:] {
		width = max(width, 7.4*float64(utf8.RuneCountInString(line)))
	}
	return 2*14 + width
}
