package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A Value is a JSON value with its line number. Members lists the members of an object or array in the order
// of the file. Several members may have the same key.
type Value struct {
	Line    int
	Key     string // key, if the value is a member of an object
	Kind    rune   // one of { [ " 0 t n: object, array, string, number, true or false, null
	Text    string // content of a string or a number
	Members []Value
}

// Member returns the first member with the given key.
func (v Value) Member(key string) (Value, bool) {
	for _, m := range v.Members {
		if m.Key == key {
			return m, true
		}
	}
	return Value{}, false
}

// ParseJSON parses a JSON file. If it is not valid JSON, `line` is the number of the line with the error.
func ParseJSON(text []byte) (v Value, line int, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	currentLine := func() int { return 1 + bytes.Count(text[:d.InputOffset()], []byte("\n")) }
	if v, err = parseValue(d, currentLine, 0); err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("text after the JSON value")
		}
	}
	return v, currentLine(), err
}

func parseValue(d *json.Decoder, currentLine func() int, depth int) (v Value, err error) {
	const maxDepth = 100
	if depth > maxDepth {
		return v, fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	token, err := d.Token()
	v.Line = currentLine()
	if err != nil {
		return v, err
	}
	switch t := token.(type) {
	case json.Delim:
		v.Kind = rune(t)
		for d.More() {
			key := ""
			if v.Kind == '{' {
				name, err := d.Token()
				if err != nil {
					return v, err
				}
				key = name.(string) // d.Token returns an error for a key that is not a string
			}
			line := currentLine()
			m, err := parseValue(d, currentLine, depth+1)
			if err != nil {
				return v, err
			}
			if m.Key = key; v.Kind == '{' {
				m.Line = line
			}
			v.Members = append(v.Members, m)
		}
		_, err = d.Token()
	case string:
		v.Kind, v.Text = '"', t
	case json.Number:
		v.Kind, v.Text = '0', t.String()
	case bool:
		v.Kind = 't'
	default:
		v.Kind = 'n'
	}
	return v, err
}
