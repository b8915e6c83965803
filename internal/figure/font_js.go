package figure

// SVG is SVG code with escaped text.
type SVG string

// Width estimates the width in pixels of a string at the given size. It does not measure a font, because an
// embedded font would make the WebAssembly program of the page too large.
func Width(text string, size float64) float64 { return 0.88 * Room(text, size) }
