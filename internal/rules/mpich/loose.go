package mpich

import "bytes"

// plainJSON converts a file from the syntax that MPICH accepts to strict JSON. It removes C comments,
// trailing commas, and text after the closing brace. It replaces single quotes with double quotes. Line
// numbers do not change.
func plainJSON(file []byte) []byte {
	text := bytes.Clone(file)
	depth, comma := 0, -1
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			end := endOfQuoted(text, i)
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
			blankOut(text[i:end])
			i = end - 1
		case c == ',':
			comma = i
		case c == '}' || c == ']':
			if comma >= 0 {
				text[comma] = ' '
			}
			if depth--; depth == 0 {
				blankOut(text[i+1:])
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

// endOfQuoted returns the index after the quoted string that begins at the index `at`.
func endOfQuoted(text []byte, at int) int {
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

// blankOut replaces everything except line ends with blanks.
func blankOut(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}

// firstNonStrictLine returns the number of the first line that MPICH accepts but strict JSON does not, or 0.
func firstNonStrictLine(file []byte) int {
	plain := plainJSON(file)
	for i, c := range file {
		if c != plain[i] && (c > ' ' || plain[i] > ' ') {
			return 1 + bytes.Count(file[:i], []byte("\n"))
		}
	}
	return 0
}
