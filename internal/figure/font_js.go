package figure

// SVG is SVG code of a figure or of a part of one. Text in it is escaped.
type SVG string

// Width estimates the width in pixels of a string in the usual fonts at the given size. It does not measure a
// font, because an embedded font would make the WebAssembly program of the page too large.
func Width(text string, size float64) float64 { return 0.88 * Room(text, size) }
