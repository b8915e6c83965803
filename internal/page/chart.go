package page

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A chart is curves on two logarithmic axes.
type chart struct {
	Title         string // for those who cannot see it
	Width, Height float64
	Curves        []curve
	XTicks        []plot.Tick // nil: powers of ten
	Square        bool        // both axes have the same range
	LinearX       bool
}

// draw returns the chart as SVG inside HTML. Its colours are those of the style sheet.
func (c chart) draw() (template.HTML, error) {
	for i, curve := range c.Curves {
		c.Curves[i].Points = slices.DeleteFunc(curve.Points, func(s spot) bool { return !s.drawable() })
	}
	p := plot.New()
	p.BackgroundColor = nil
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	if c.LinearX {
		p.X.Scale = plot.LinearScale{}
	}
	c.ranges(p)
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks(c.XTicks), plot.ConstantTicks(decades(p.Y.Min, p.Y.Max))
	if c.XTicks == nil {
		p.X.Tick.Marker = plot.ConstantTicks(decades(p.X.Min, p.X.Max))
	}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color, axis.Tick.Color, axis.Tick.Label.Color = inkColor(0), inkColor(0), inkColor(0)
		axis.Width, axis.Tick.Width, axis.Tick.Length, axis.Padding = 0.6, 0.6, 4, 0
		axis.Tick.Label.Font = labelFont
	}
	inks := []ink{{"var(--axis)", ""}}
	add := func(curve curve) {
		curve.color = inkColor(len(inks))
		inks = append(inks, ink{curve.Ink, curve.Title})
		p.Add(curve)
	}
	add(gridOf(p))
	for _, curve := range c.Curves {
		add(curve)
	}
	canvas := vgsvg.New(vg.Length(c.Width), vg.Length(c.Height))
	p.Draw(plotCanvas(canvas))
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return "", err
	}
	return c.inline(out.Bytes(), inks), nil
}

// ranges sets the axes so that all curves fit and nothing lies on the frame.
func (c chart) ranges(p *plot.Plot) {
	x, y := empty, empty
	for _, curve := range c.Curves {
		if !curve.Behind {
			x, y = x.with(curve.xs()), y.with(curve.ys())
		}
	}
	y = y.wider(1.15)
	if !c.LinearX {
		x = x.wider(1.15)
	}
	if c.Square {
		x = interval{min(x.lo, y.lo), max(x.hi, y.hi)}
		y = x
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.lo, x.hi, y.lo, y.hi
}

// An interval of values; empty is the one with none in it.
type interval struct{ lo, hi float64 }

var empty = interval{math.Inf(1), math.Inf(-1)}

func (i interval) with(j interval) interval { return interval{min(i.lo, j.lo), max(i.hi, j.hi)} }

// wider returns the interval with both ends a factor away, or some interval if there is none.
func (i interval) wider(factor float64) interval {
	if !(i.lo <= i.hi) {
		return interval{1, 10}
	}
	if i.lo == i.hi {
		factor = 2
	}
	return interval{i.lo / factor, i.hi * factor}
}

// decades are ticks at the powers of ten, with 2 and 5 named too where there are few.
func decades(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	span := math.Log10(hi / lo)
	every := 1 + int(span/8)
	for e := int(math.Floor(math.Log10(lo))); e <= int(math.Ceil(math.Log10(hi))); e++ {
		for digit := 1; digit < 10; digit++ {
			value := float64(digit) * math.Pow10(e)
			if value < lo || value > hi {
				continue
			}
			tick := plot.Tick{Value: value}
			named := digit == 1 && e%every == 0 || span < 2.5 && (digit == 2 || digit == 5) || span < 0.7
			if named {
				tick.Label = number10(value)
			}
			if named || span < 4 {
				ticks = append(ticks, tick)
			}
		}
	}
	return ticks
}

// number10 writes a number with one digit that is not 0.
func number10(x float64) string {
	exponent := int(math.Floor(math.Log10(x) + 1e-9))
	if exponent < -4 || exponent > 5 {
		return fmt.Sprintf("%.0fe%d", x/math.Pow10(exponent), exponent)
	}
	return strconv.FormatFloat(x, 'f', max(0, -exponent), 64)
}

// An ink is what is drawn in one colour: its CSS colour and what a mouse pointer is told.
type ink struct{ css, title string }

// inkColor stands for the ink with a number until the SVG is there, which only knows colours in digits.
// Numbers are spread out, so that the rounding of the SVG canvas does no harm.
func inkColor(i int) color.Color {
	return color.RGBA{R: 0xA8, G: uint8(4*(i/32) + 2), B: uint8(4*(i%32) + 2), A: 255}
}

var (
	xmlHead   = regexp.MustCompile(`(?s)^.*?<svg[^>]*>`)
	textStyle = regexp.MustCompile(`(?s)(<text[^>]*?)\s+style="[^"]*">([^<]*)`)
	pathInk   = regexp.MustCompile(`#A[78]([0-9A-F]{2})([0-9A-F]{2})`)
	element   = regexp.MustCompile(`<[^>]*>`)
	longTail  = regexp.MustCompile(`-?\d+\.\d\d+`)
	wholePath = regexp.MustCompile(`<path [^>]*/>`)
)

// inline turns the document of the canvas into an element of the page.
func (c chart) inline(svg []byte, inks []ink) template.HTML {
	s := xmlHead.ReplaceAllString(string(svg), "")
	s = textStyle.ReplaceAllStringFunc(s, inItsPlace)
	s = element.ReplaceAllStringFunc(s, func(tag string) string { return longTail.ReplaceAllStringFunc(tag, tenths) })
	s = wholePath.ReplaceAllStringFunc(s, func(path string) string {
		title := ""
		path = pathInk.ReplaceAllStringFunc(path, func(code string) string {
			i := inkNumber(code)
			title = inks[i].title
			return inks[i].css
		})
		if title == "" {
			return path
		}
		return path[:len(path)-2] + "><title>" + html.EscapeString(title) + "</title></path>"
	})
	head := fmt.Sprintf(`<svg class="chart" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`, c.Width, c.Height, html.EscapeString(c.Title))
	return template.HTML(head + s)
}

// labelFont is what the places of the labels are computed from.
var labelFont = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 10}

// inItsPlace makes a label as wide as in labelFont, whatever font the reader has, and leaves its style to the
// style sheet.
func inItsPlace(text string) string {
	parts := textStyle.FindStringSubmatch(text)
	face := font.DefaultCache.Lookup(labelFont, labelFont.Size)
	width := face.Width(html.UnescapeString(parts[2])).Points()
	return fmt.Sprintf(`%s textLength="%.2f" lengthAdjust="spacingAndGlyphs">%s`, parts[1], width, parts[2])
}

// tenths rounds a coordinate.
func tenths(digits string) string {
	value, _ := strconv.ParseFloat(digits, 64)
	return strconv.FormatFloat(math.Round(10*value)/10, 'f', -1, 64)
}

func inkNumber(code string) int {
	value, _ := strconv.ParseUint(code[3:], 16, 16)
	return int(value>>8)/4*32 + int(value&0xff)/4
}
