package results

import (
	"fmt"
	"reflect"
	"strings"

	"topocoll/wrap"
)

// What a bench.json may hold at most. Nothing that bench measures comes near; what reads the file need not be ready
// for more. docs/bench-json.md says all of them.
const (
	mostRanks      = 1 << 20
	mostBlock      = 1 << 40 // bytes of a block, as ParseSize has it
	mostBytes      = 1 << 50 // that a call sends
	mostCells      = 1 << 16
	mostMessages   = 1 << 14
	mostDimensions = 32
	mostText       = 4096 // bytes of a text that are kept

	most  = 1e18  // of any other number: 30 years in ns
	least = 1e-15 // of any other number that is no whole one, but 0
)

// A span is the least and the most of a number.
type span struct{ least, most float64 }

// spans are those of the fields that do not go from 0 to most, by their names in the file.
var spans = map[string]span{
	"p": {0, mostRanks}, "stride": {0, mostRanks}, "bytes": {0, mostBytes},
	"cpu": {-1, mostRanks}, "numa": {-1, mostRanks},
	"p_value": {0, 1}, "q_value": {0, 1}, "lag1": {-1.01, 1.01}, // the last one by its rounding
}

// checkValue looks at every field there is below a value, so that none is forgotten: numbers have to be in their
// span, texts are made plain and cut.
func checkValue(at string, value any) error {
	return walk(at, "", reflect.ValueOf(value).Elem())
}

// walk checks a value that is in a field of some name, at some place of the file.
func walk(at, name string, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return walk(at, name, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if err := walk(at+"."+tag, tag, v.Field(i)); err != nil {
				return err
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if walk("", name, v.Index(i)) != nil {
				return walk(fmt.Sprintf("%s[%d]", at, i), name, v.Index(i)) // once more, to say where
			}
		}
	case reflect.Map:
		if v.IsNil() {
			return nil
		}
		texts := map[string]string{}
		for key, value := range v.Interface().(map[string]string) {
			texts[plain(key)] = plain(value)
		}
		v.Set(reflect.ValueOf(texts))
	case reflect.String:
		v.SetString(plain(v.String()))
	case reflect.Int, reflect.Int64:
		return inSpan(at, name, float64(v.Int()), 0)
	case reflect.Float64:
		return inSpan(at, name, v.Float(), least)
	}
	return nil
}

// plain is a text of a file as it may be shown.
func plain(text string) string { return wrap.Plain(text[:min(len(text), mostText)]) }

func inSpan(at, name string, x, least float64) error {
	s, special := spans[name]
	switch {
	case special && (x < s.least || x > s.most):
		return fmt.Errorf("%s %v, want %v to %v", at, x, s.least, s.most)
	case !special && x != 0 && !(x >= least && x <= most):
		return fmt.Errorf("%s %v, want 0 to %v, not between 0 and %v", at, x, most, least)
	}
	return nil
}
