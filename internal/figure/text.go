package figure

import (
	"fmt"
	"strconv"
	"unicode"
)

// Room returns the width in pixels of a text in the widest of the usual fonts, at the given size.
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

// LabelSize is the size of the labels of a chart in pixels.
const LabelSize = 10

// Label writes a text with the width that Width returns, whatever font the reader has, but at most the width
// room. Its style comes from the page's style sheet. A label with its own colour is smaller.
func (c *Canvas) Label(x, y float64, anchor, text string, room float64, ink string) {
	size, style := float64(LabelSize), ""
	if ink != "" {
		size, style = endSize, fmt.Sprintf(` style="fill:%s;font-size:%dpx"`, ink, endSize)
	}
	c.Add(`<text x="%.1f" y="%.1f" text-anchor="%s" textLength="%.1f" `+
		`lengthAdjust="spacingAndGlyphs"%s>%s</text>`,
		x, y, anchor, min(room, Width(text, size)), SVG(style), text)
}

// shorten cuts the end of a name that is too wide, such as a file name.
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
