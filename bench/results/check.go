package results

import (
	"fmt"
	"reflect"
	"strings"

	"topocoll/internal/wrap"
)

// What a bench.json may hold at most. Nothing that bench measures comes near; what reads the file need not be ready
// for more. docs/bench-json.md says all of them.
const (
	mostRanks      = 1 << 18 // and hosts, and links of a network
	mostBlock      = 1 << 40 // bytes of a block, as ParseSize has it
	mostBytes      = 1 << 50 // that a call sends
	mostCells      = 1 << 18
	mostLaunches   = 1 << 18
	mostMessages   = 1 << 14
	mostDimensions = 32
	mostText       = 4096 // bytes of a text that are kept

	most  = 1e18  // of any other number: 30 years in ns
	least = 1e-15 // of any other number that is no whole one, but 0
)

// A span is the least and the most of a number.
type span struct{ least, most float64 }

// spans are those of the fields that do not go from 0 to most, by their names in the file; with the type before it,
// of that type alone.
var spans = map[string]span{
	"p": {1, mostRanks}, "Env.p": {0, mostRanks}, "launches": {0, mostLaunches}, "stride": {0, mostRanks},
	"bytes": {0, mostBlock}, "Counters.bytes": {0, mostBytes}, "Link.bytes": {0, mostBytes},
	"cpu": {-1, mostRanks}, "numa": {-1, mostRanks},
	"p_value": {0, 1}, "q_value": {0, 1}, "p_margin": {0, 1}, "q_margin": {0, 1}, "p_same": {0, 1}, "q_same": {0, 1}, "lag1": {-1.01, 1.01}, // the last one by its rounding
}

// checkValue looks at every field there is below a value, so that none is forgotten: numbers have to be in their
// span, texts are made plain and cut.
func checkValue(at string, value any) error {
	if err := walk("", reflect.ValueOf(value).Elem()); err != nil {
		return fmt.Errorf("%s%w", at, err)
	}
	return nil
}

// walk checks a value that is in a field of some name. Errors begin with the way from there to what is wrong.
func walk(name string, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return walk(name, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			name := v.Type().Name() + "." + tag
			if _, special := spans[name]; !special {
				name = tag
			}
			if err := walk(name, v.Field(i)); err != nil {
				return fmt.Errorf(".%s%w", tag, err)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := walk(name, v.Index(i)); err != nil {
				return fmt.Errorf("[%d]%w", i, err)
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
		return inSpan(name, float64(v.Int()), 0)
	case reflect.Float64:
		return inSpan(name, v.Float(), least)
	}
	return nil
}

// plain is a text of a file as it may be shown.
func plain(text string) string { return wrap.Plain(text[:min(len(text), mostText)]) }

// inSpan refuses a number that is not in the span of its field, or that is smaller than the least but not 0.
func inSpan(name string, x, least float64) error {
	s, special := spans[name]
	switch {
	case special && (x < s.least || x > s.most):
		return fmt.Errorf(" %.16g, want %.16g to %.16g", x, s.least, s.most)
	case !special && least == 0 && (x < 0 || x > most):
		return fmt.Errorf(" %.16g, want 0 to %g", x, most)
	case !special && x != 0 && (x < least || x > most):
		return fmt.Errorf(" %.16g, want 0 or %g to %g", x, least, most)
	}
	return nil
}
