package mpich

import "bytes"

// plainJSON is the text that the JSON reader in MPICH takes a file for: without comments of C,
// commas after the last, and what comes after the end, and with double quotes. Every byte stays in
// its line.
func plainJSON(file []byte) []byte {
	text := bytes.Clone(file)
	depth, comma := 0, -1
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			end := quoted(text, i)
			if c == '\'' && !bytes.ContainsAny(text[i:end], `"`) {
				text[i], text[end-1] = '"', '"'
			}
			i, comma = end-1, -1
		case c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
			mark := map[byte]string{'/': "\n", '*': "*/"}[text[i+1]]
			end := len(text)
			if length := bytes.Index(text[i+2:], []byte(mark)); length >= 0 {
				end = i + 2 + length + len(mark)
			}
			blank(text[i:end])
			i = end - 1
		case c == ',':
			comma = i
		case c == '}' || c == ']':
			if comma >= 0 {
				text[comma] = ' '
			}
			if depth--; depth == 0 {
				blank(text[i+1:])
				return text
			}
			comma = -1
		case c == '{' || c == '[':
			depth++
			comma = -1
		case c > ' ':
			comma = -1
		}
	}
	return text
}

// quoted is where a text ends that begins with a quote.
func quoted(text []byte, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[at]:
			return i + 1
		}
	}
	return len(text)
}

// blank makes all but the ends of lines blank.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}

// loose is the first line in which a file is not JSON, but read; 0: there is none.
func loose(file []byte) int {
	plain := plainJSON(file)
	for i, c := range file {
		if c != plain[i] && (c > ' ' || plain[i] > ' ') {
			return 1 + bytes.Count(file[:i], []byte("\n"))
		}
	}
	return 0
}
