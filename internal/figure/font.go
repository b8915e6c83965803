//go:build !js

package figure

import (
	"html/template"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// SVG is SVG code with escaped text.
type SVG = template.HTML

var liberation = sync.OnceValues(
	func() (*opentype.Font, error) { return opentype.Parse(liberationsansregular.TTF) })

// Width returns the width in pixels of a string in Liberation Sans at the given size. Arial and Helvetica
// have the same widths.
func Width(text string, size float64) float64 {
	parsed, err := liberation()
	if err != nil {
		panic(err) // the font is embedded in the program, so parsing succeeds
	}
	return WidthIn(parsed, text, size)
}

// WidthIn returns the width in pixels of a string in a font at the given size.
func WidthIn(f *opentype.Font, text string, size float64) float64 {
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err) // NewFace never returns an error
	}
	return float64(font.MeasureString(face, text)) / 64
}
