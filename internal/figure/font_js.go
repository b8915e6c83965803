package figure

// SVG is a figure or a part of one, in which texts are escaped.
type SVG string

// Width estimates the width in pixels of a text in the usual fonts at the given size, because the page has no
// space for a font.
func Width(text string, size float64) float64 { return 0.88 * Room(text, size) }
