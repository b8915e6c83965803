//go:build !js

package figure

import (
	"html/template"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// SVG is a figure or a part of one, in which texts are escaped.
type SVG = template.HTML

var liberation = sync.OnceValues(
	func() (*opentype.Font, error) { return opentype.Parse(liberationsansregular.TTF) })

// Width returns the width in pixels of a text in Liberation Sans at the given size. Arial and Helvetica are
// equally wide.
func Width(text string, size float64) float64 {
	parsed, err := liberation()
	if err != nil {
		panic(err) // the font is part of the program, so it can be parsed
	}
	return WidthIn(parsed, text, size)
}

// WidthIn returns the width of a text in a font.
func WidthIn(f *opentype.Font, text string, size float64) float64 {
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err) // NewFace never returns an error
	}
	return float64(font.MeasureString(face, text)) / 64
}
