package results

import (
	"fmt"
	"reflect"
	"strings"

	"topocoll/internal/wrap"
)

// Limits on the values in a bench.json. Real measurements do not come near them. Code that reads a file can
// rely on them. docs/reference/bench-json.md lists them all.
const (
	maxRanks      = 1 << 18 // limit on ranks, on hosts, and on links of a network
	maxBlockBytes = 1 << 40 // bytes of a block, the limit of ParseSize
	maxCallBytes  = 1 << 50 // bytes that a call sends
	maxCells      = 1 << 18
	maxLaunches   = 1 << 18
	maxMessages   = 1 << 14
	maxDimensions = 32
	maxTextBytes  = 4096 // bytes of a string; longer strings are truncated

	maxNumber   = 1e18  // largest value of any other number: about 30 years in ns
	minPositive = 1e-15 // smallest positive value of any other floating-point number
)

// A valueRange is the range of permitted values of a number.
type valueRange struct{ least, most float64 }

// valueRanges holds the permitted values of fields, by the fields' names in the file. All other fields have
// values from 0 to maxNumber. If a name has a type as its prefix, it applies only to fields of that type.
var valueRanges = map[string]valueRange{
	"p": {1, maxRanks}, "Invocation.p": {0, maxRanks}, "launches": {0, maxLaunches}, "stride": {0,
		maxRanks},
	"bytes": {0, maxBlockBytes}, "Counters.bytes": {0, maxCallBytes}, "Link.bytes": {0, maxCallBytes},
	"cpu": {-1, maxRanks}, "numa": {-1, maxRanks},
	// because of rounding, lag1 may be slightly outside -1..1
	"p_value": {0, 1}, "q_value": {0, 1}, "p_margin": {0, 1}, "q_margin": {0, 1}, "p_same": {0, 1},
	"q_same": {0, 1}, "lag1": {-1.01, 1.01},
}

// checkValue checks that every number in a value is in its range. It removes control characters from strings,
// and truncates long strings. It uses reflection, so that no field is forgotten.
func checkValue(at string, value any) error {
	if err := checkFields("", reflect.ValueOf(value).Elem()); err != nil {
		return fmt.Errorf("%s%w", at, err)
	}
	return nil
}

// checkFields checks the value of the field with the given name, and all values inside it. An error begins
// with the path from the field to the invalid value.
func checkFields(name string, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return checkFields(name, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Anonymous {
				if err := checkFields(name, v.Field(i)); err != nil {
					return err
				}
				continue
			}
			tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			name := v.Type().Name() + "." + tag
			if _, special := valueRanges[name]; !special {
				name = tag
			}
			if err := checkFields(name, v.Field(i)); err != nil {
				return fmt.Errorf(".%s%w", tag, err)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := checkFields(name, v.Index(i)); err != nil {
				return fmt.Errorf("[%d]%w", i, err)
			}
		}
	case reflect.Map:
		if v.IsNil() {
			return nil
		}
		texts := map[string]string{}
		for key, value := range v.Interface().(map[string]string) {
			texts[cleanText(key)] = cleanText(value)
		}
		v.Set(reflect.ValueOf(texts))
	case reflect.String:
		v.SetString(cleanText(v.String()))
	case reflect.Int, reflect.Int64:
		return checkRange(name, float64(v.Int()), 0)
	case reflect.Float64:
		return checkRange(name, v.Float(), minPositive)
	}
	return nil
}

// cleanText makes a string from a file safe to display.
func cleanText(text string) string { return wrap.Plain(text[:min(len(text), maxTextBytes)]) }

// checkRange rejects a number outside its field's range, and a positive number smaller than `least`.
func checkRange(name string, x, least float64) error {
	s, special := valueRanges[name]
	switch {
	case special && (x < s.least || x > s.most):
		return fmt.Errorf(" %.16g, want %.16g to %.16g", x, s.least, s.most)
	case !special && least == 0 && (x < 0 || x > maxNumber):
		return fmt.Errorf(" %.16g, want 0 to %g", x, maxNumber)
	case !special && x != 0 && (x < least || x > maxNumber):
		return fmt.Errorf(" %.16g, want 0 or %g to %g", x, least, maxNumber)
	}
	return nil
}
