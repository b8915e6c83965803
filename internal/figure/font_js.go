package figure

// SVG is a figure or a part of one, in which texts are escaped.
type SVG string

// Width is about the width of a text in the usual fonts, at a size in pixels: a page that runs this code has no room for a font of ours.
func Width(text string, size float64) float64 { return 0.88 * Room(text, size) }
