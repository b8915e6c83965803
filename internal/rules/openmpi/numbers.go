package openmpi

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// A number is an integer in a rules file, converted as the library converts it.
type number struct {
	value      int64
	line       int    // line number, from 1
	text       string // spelling in the file
	begin, end int    // byte offsets in the file
}

// A numberScanner reads a file as Open MPI does. The library calls scanf with %li repeatedly. If a call
// fails, the library skips one byte, or the rest of the line if the byte is a #.
type numberScanner struct {
	file   []byte
	offset int
}

func (n *numberScanner) lineAt(at int) int {
	return 1 + bytes.Count(n.file[:min(at, len(n.file))], []byte("\n"))
}

// next returns the next number, or false at the end of the file.
func (n *numberScanner) next() (number, bool) { return n.nextInBase(0) }

// nextInBase returns the next number in the given base. With base 0, the number's prefix determines the base,
// as in C.
func (n *numberScanner) nextInBase(base int) (number, bool) {
	for {
		n.skipSpace(" \t\n\v\f\r")
		if n.offset == len(n.file) {
			return number{}, false
		}
		if found, ok := n.scan(base); ok {
			return found, true
		}
		if n.offset == len(n.file) {
			return number{}, false
		}
		if n.file[n.offset] == '#' {
			n.skipLine()
		} else {
			n.offset++
		}
	}
}

func (n *numberScanner) skipLine() {
	if end := bytes.IndexByte(n.file[n.offset:], '\n'); end >= 0 {
		n.offset += end + 1
	} else {
		n.offset = len(n.file)
	}
}

func (n *numberScanner) skipSpace(set string) {
	for n.offset < len(n.file) && strings.IndexByte(set, n.file[n.offset]) >= 0 {
		n.offset++
	}
}

// scan reads a number as scanf does with %li, or with %lu if the base is 10. Unlike scanf, it skips no white
// space before the number. If it fails, it may have skipped a sign.
func (n *numberScanner) scan(base int) (number, bool) {
	begin := n.offset
	if c := n.peek(); c == '-' || c == '+' {
		n.offset++
	}
	digits := n.offset
	if n.peek() == '0' && base == 0 {
		base = 8
		if n.offset+1 < len(n.file) && n.file[n.offset+1]|0x20 == 'x' {
			base = 16
			n.offset += 2
			digits = n.offset
		}
	} else if base == 0 {
		base = 10
	}
	for n.offset < len(n.file) && digitValue(n.file[n.offset]) < base {
		n.offset++
	}
	if n.offset == digits && base != 16 {
		return number{}, false
	}
	text := string(n.file[digits:n.offset])
	if text == "" { // the library reads "0x" without digits as 0
		text = "0"
	}
	value, err := strconv.ParseInt(text, base, 64)
	if err != nil {
		value = math.MaxInt64
	}
	if n.file[begin] == '-' {
		value = -value
	}
	return number{value, n.lineAt(begin), string(n.file[begin:n.offset]), begin, n.offset}, true
}

// peek returns the next byte, or 0 at the end of the file.
func (n *numberScanner) peek() byte {
	if n.offset == len(n.file) {
		return 0
	}
	return n.file[n.offset]
}

func digitValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return 99
}

// matchLiteral reports whether the string `text` comes next. Like scanf, it skips the bytes before the first
// difference.
func (n *numberScanner) matchLiteral(text string) bool {
	for i := range len(text) {
		if n.peek() != text[i] || n.offset == len(n.file) {
			return false
		}
		n.offset++
	}
	return true
}

// isDigitNext reports whether a digit follows on the same line. In files of the second version, the library
// makes this check before it reads MAXREQ.
func (n *numberScanner) isDigitNext() bool {
	n.skipSpace(" \t")
	return n.offset < len(n.file) && digitValue(n.file[n.offset]) < 10
}
