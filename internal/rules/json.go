package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A value is one of a JSON text, with its line. The members of an object are in the order of the text, those with the same key too.
type value struct {
	line    int
	key     string // in an object
	kind    rune   // { [ " 0 t n: object, array, string, number, true or false, null
	text    string // of a string or a number
	members []value
}

// member is the first member with a key.
func (v value) member(key string) (value, bool) {
	for _, m := range v.members {
		if m.key == key {
			return m, true
		}
	}
	return value{}, false
}

// parseJSON reads a text, or says in which line it is none.
func parseJSON(text []byte) (v value, line int, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	lines := numbers{file: text}
	here := func() int { return lines.line(int(d.InputOffset())) }
	if v, err = parseValue(d, here, 0); err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("there is more after the end")
		}
	}
	return v, here(), err
}

func parseValue(d *json.Decoder, here func() int, depth int) (v value, err error) {
	const deepest = 100
	if depth > deepest {
		return v, fmt.Errorf("more than %d levels", deepest)
	}
	token, err := d.Token()
	v.line = here()
	if err != nil {
		return v, err
	}
	switch t := token.(type) {
	case json.Delim:
		v.kind = rune(t)
		for d.More() {
			key := ""
			if v.kind == '{' {
				name, err := d.Token()
				if err != nil {
					return v, err
				}
				key = name.(string) // or an error
			}
			line := here()
			m, err := parseValue(d, here, depth+1)
			if err != nil {
				return v, err
			}
			if m.key = key; v.kind == '{' {
				m.line = line
			}
			v.members = append(v.members, m)
		}
		_, err = d.Token()
	case string:
		v.kind, v.text = '"', t
	case json.Number:
		v.kind, v.text = '0', t.String()
	case bool:
		v.kind = 't'
	default:
		v.kind = 'n'
	}
	return v, err
}
