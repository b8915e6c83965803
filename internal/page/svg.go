package page

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// An ink is what is drawn in one colour. It is a color.Color, so that it comes back from gonum/plot with what was
// drawn in it.
type ink struct {
	css   string // a colour, as a rule a variable of the style sheet
	title string // for a mouse pointer
}

// RGBA makes an ink a color.Color. It is not asked for: the colour is known to the reader's browser only.
func (ink) RGBA() (r, g, b, a uint32) { return 0, 0, 0, 0xffff }

// svgOf returns a drawing as an element of the page, with some attributes.
func svgOf(drawing *recorder.Canvas, width, height vg.Length, attributes string) template.HTML {
	p := pen{height: height}
	fmt.Fprintf(&p, `<svg %s viewBox="0 0 %g %g">`, attributes, width, height)
	for _, action := range drawing.Actions {
		p.write(action)
	}
	p.WriteString("</svg>")
	return template.HTML(p.String())
}

// A pen writes what gonum/plot draws as SVG in the styles of the page.
type pen struct {
	strings.Builder
	height vg.Length // gonum/plot counts upwards from the bottom, SVG downwards from the top
	ink    ink
	width  vg.Length
	dashes []vg.Length
}

// write writes one step of a drawing. A chart takes no other steps.
func (p *pen) write(action recorder.Action) {
	switch a := action.(type) {
	case *recorder.SetColor:
		p.ink = a.Color.(ink)
	case *recorder.SetLineWidth:
		p.width = a.Width
	case *recorder.SetLineDash:
		p.dashes = a.Dashes
	case *recorder.Stroke:
		p.path(a.Path, p.stroke())
	case *recorder.Fill:
		p.path(a.Path, "fill:"+p.ink.css)
	case *recorder.FillString:
		p.text(a)
	default:
		panic("page: a chart is drawn with " + action.Call())
	}
}

// stroke is the CSS of a line.
func (p *pen) stroke() string {
	css := fmt.Sprintf("stroke:%s;stroke-width:%g", p.ink.css, p.width)
	if len(p.dashes) > 0 {
		css += ";stroke-dasharray:" + strings.Trim(strings.ReplaceAll(fmt.Sprint(p.dashes), " ", ","), "[]")
	}
	return css
}

func (p *pen) path(path vg.Path, css string) {
	p.WriteString(`<path d="`)
	for _, part := range path {
		switch part.Type {
		case vg.MoveComp:
			p.WriteString("M" + p.place(part.Pos))
		case vg.LineComp:
			p.WriteString("L" + p.place(part.Pos))
		case vg.CloseComp:
			p.WriteString("Z")
		default:
			panic(fmt.Sprintf("page: a chart has a path of type %d", part.Type))
		}
	}
	fmt.Fprintf(p, `" style="%s"`, css)
	if p.ink.title == "" {
		p.WriteString("/>")
		return
	}
	fmt.Fprintf(p, "><title>%s</title></path>", html.EscapeString(p.ink.title))
}

func (p *pen) place(at vg.Point) string { return tenths(at.X) + "," + tenths(p.height-at.Y) }

// text writes a label as wide as in the font that its place was computed from, whatever font the reader has. Its
// looks are those of the style sheet; the name of a curve has its colour.
func (p *pen) text(label *recorder.FillString) {
	face := font.DefaultCache.Lookup(label.Font, label.Size)
	css := ""
	if p.ink.css != axisInk.css {
		css = fmt.Sprintf(` style="fill:%s;font-size:%gpx"`, p.ink.css, label.Size)
	}
	fmt.Fprintf(p, `<text x="%s" y="%s" textLength="%s" lengthAdjust="spacingAndGlyphs"%s>%s</text>`,
		tenths(label.Point.X), tenths(p.height-label.Point.Y), tenths(face.Width(label.String)), css, html.EscapeString(label.String))
}

// tenths writes a coordinate, rounded.
func tenths(x vg.Length) string {
	return strconv.FormatFloat(math.Round(10*x.Points())/10, 'f', -1, 64)
}
