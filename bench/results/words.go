package results

import "io"

// usualType is the type of words that tables do not name.
const usualType = "float64"

// WriteType prints the type of the words of a size, if it is not that of the size before.
func WriteType(w io.Writer, before, cells []Cell) {
	now := typeOf(cells)
	if now == typeOf(before) {
		return
	}
	why := ""
	if bytes := cells[0].Bytes; bytes%8 != 0 && now == "uint8" {
		why = ": " + FormatSize(bytes) + " is no multiple of 8"
	}
	WriteComment(w, "words of type %s%s", now, why)
}

func typeOf(cells []Cell) string {
	if len(cells) == 0 || cells[0].Type == "" {
		return usualType
	}
	return cells[0].Type
}

// OtherType is the type of the words of a cell; "" if it is the usual one.
func (c Cell) OtherType() string {
	if c.Type == usualType {
		return ""
	}
	return c.Type
}

// otherTypes is the first operation and size of which two results have words of different types.
func otherTypes(a, b *Result) []setting {
	types := map[sitting]string{}
	for _, c := range a.Cells {
		types[c.sitting()] = c.Type
	}
	for _, c := range b.Cells {
		if of, both := types[c.sitting()]; both && of != c.Type {
			return []setting{{"words of " + c.sitting().String(), of, c.Type}}
		}
	}
	return nil
}
