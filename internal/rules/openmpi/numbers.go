package openmpi

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// A number is one that the library has read from a file.
type number struct {
	value      int64
	line       int    // the first is 1
	text       string // as it stands there
	begin, end int    // bytes of the file
}

// numbers reads a file as Open MPI does: scanf's %li again and again, and one byte is thrown away
// where that fails, the rest of the line with it if the byte is a #.
type numbers struct {
	file []byte
	at   int
}

// line is the number of the line of a byte.
func (n *numbers) line(at int) int {
	return 1 + bytes.Count(n.file[:min(at, len(n.file))], []byte("\n"))
}

// next is the next number, false at the end of the file.
func (n *numbers) next() (number, bool) { return n.nextIn(0) }

// nextIn is the next number in a base; 0 is what its first digits say.
func (n *numbers) nextIn(base int) (number, bool) {
	for {
		n.space(" \t\n\v\f\r")
		if n.at == len(n.file) {
			return number{}, false
		}
		if found, ok := n.scan(base); ok {
			return found, true
		}
		if n.at == len(n.file) {
			return number{}, false
		}
		if n.file[n.at] == '#' {
			n.comment()
		} else {
			n.at++
		}
	}
}

// comment goes to the next line.
func (n *numbers) comment() {
	if end := bytes.IndexByte(n.file[n.at:], '\n'); end >= 0 {
		n.at += end + 1
	} else {
		n.at = len(n.file)
	}
}

func (n *numbers) space(set string) {
	for n.at < len(n.file) && strings.IndexByte(set, n.file[n.at]) >= 0 {
		n.at++
	}
}

// scan is scanf's %li, or with base 10 its %lu, after white space. Where it fails, a sign has been
// read.
func (n *numbers) scan(base int) (number, bool) {
	begin := n.at
	if c := n.peek(); c == '-' || c == '+' {
		n.at++
	}
	digits := n.at
	if n.peek() == '0' && base == 0 {
		base = 8
		if n.at+1 < len(n.file) && n.file[n.at+1]|0x20 == 'x' {
			base = 16
			n.at += 2
			digits = n.at
		}
	} else if base == 0 {
		base = 10
	}
	for n.at < len(n.file) && digit(n.file[n.at]) < base {
		n.at++
	}
	if n.at == digits && base != 16 {
		return number{}, false
	}
	text := string(n.file[digits:n.at])
	if text == "" { // "0x" and no digit
		text = "0"
	}
	value, err := strconv.ParseInt(text, base, 64)
	if err != nil {
		value = math.MaxInt64
	}
	if n.file[begin] == '-' {
		value = -value
	}
	return number{value, n.line(begin), string(n.file[begin:n.at]), begin, n.at}, true
}

// peek is the next byte, 0 at the end.
func (n *numbers) peek() byte {
	if n.at == len(n.file) {
		return 0
	}
	return n.file[n.at]
}

func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return 99
}

// literal reads as much of a text as stands next, as scanf does, and reports whether that was all
// of it.
func (n *numbers) literal(text string) bool {
	for i := range len(text) {
		if n.peek() != text[i] || n.at == len(n.file) {
			return false
		}
		n.at++
	}
	return true
}

// digitNext reports whether the next number stands on the same line, as a reader of the second
// version asks it.
func (n *numbers) digitNext() bool {
	n.space(" \t")
	return n.at < len(n.file) && digit(n.file[n.at]) < 10
}
