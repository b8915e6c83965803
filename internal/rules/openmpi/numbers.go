package openmpi

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// A number is an integer in a rules file, as the library reads it.
type number struct {
	value      int64
	line       int    // line number, from 1
	text       string // spelling in the file
	begin, end int    // byte offsets in the file
}

// A numbers value reads a file as Open MPI does. The library calls scanf with %li repeatedly. If a call
// fails, the library skips one byte, or the rest of the line if the byte is a #.
type numbers struct {
	file []byte
	at   int
}

// lineAt returns the number of the line that contains the byte at an offset.
func (n *numbers) lineAt(at int) int {
	return 1 + bytes.Count(n.file[:min(at, len(n.file))], []byte("\n"))
}

// next returns the next number, or false at the end of the file.
func (n *numbers) next() (number, bool) { return n.nextIn(0) }

// nextIn returns the next number in the given base. With base 0, the prefix of the number determines the
// base, as in C.
func (n *numbers) nextIn(base int) (number, bool) {
	for {
		n.skipSpace(" \t\n\v\f\r")
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
			n.skipLine()
		} else {
			n.at++
		}
	}
}

func (n *numbers) skipLine() {
	if end := bytes.IndexByte(n.file[n.at:], '\n'); end >= 0 {
		n.at += end + 1
	} else {
		n.at = len(n.file)
	}
}

func (n *numbers) skipSpace(set string) {
	for n.at < len(n.file) && strings.IndexByte(set, n.file[n.at]) >= 0 {
		n.at++
	}
}

// scan reads a number as scanf does with %li, or with %lu if the base is 10. Unlike scanf, it skips no white
// space before the number. If it fails, it may have skipped a sign.
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
	if text == "" { // "0x" without digits
		text = "0"
	}
	value, err := strconv.ParseInt(text, base, 64)
	if err != nil {
		value = math.MaxInt64
	}
	if n.file[begin] == '-' {
		value = -value
	}
	return number{value, n.lineAt(begin), string(n.file[begin:n.at]), begin, n.at}, true
}

// peek returns the next byte, or 0 at the end of the file.
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

// literal matches a fixed string as scanf does: it consumes bytes of the file as long as they match. It
// reports whether the whole string matches.
func (n *numbers) literal(text string) bool {
	for i := range len(text) {
		if n.peek() != text[i] || n.at == len(n.file) {
			return false
		}
		n.at++
	}
	return true
}

// digitNext reports whether a number follows on the same line. In files of the second version, the library
// makes this check before it reads MAXREQ.
func (n *numbers) digitNext() bool {
	n.skipSpace(" \t")
	return n.at < len(n.file) && digit(n.file[n.at]) < 10
}
