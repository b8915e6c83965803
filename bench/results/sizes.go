package results

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// ParseSizes parses block sizes in bytes: a list 8,1K,64K; a range 8:4M with steps of a factor 2; or one with another
// factor, 8:1M:x4. K, M and G are 2^10, 2^20 and 2^30.
func ParseSizes(text string) ([]int, error) {
	if thousands.MatchString(text) {
		return nil, fmt.Errorf("sizes %q, want a comma only between the sizes of a list%s", text, Meant(text))
	}
	var sizes []int
	for _, part := range strings.Split(text, ",") {
		more, err := parseRange(part)
		if err != nil {
			return nil, err
		}
		sizes = append(sizes, more...)
	}
	return sizes, nil
}

func parseRange(text string) ([]int, error) {
	bounds := strings.Split(text, ":")
	first, err := ParseSize(bounds[0])
	if err != nil || len(bounds) == 1 {
		return []int{first}, err
	}
	last, err := ParseSize(bounds[1])
	if err != nil {
		return nil, err
	}
	factor := 2
	if len(bounds) == 3 {
		factor, err = strconv.Atoi(strings.TrimPrefix(bounds[2], "x"))
	}
	if err != nil || factor < 2 || len(bounds) > 3 || first > last {
		return nil, fmt.Errorf("size range %q, want FIRST:LAST or FIRST:LAST:xFACTOR with FIRST <= LAST and FACTOR >= 2: 8:1M:x4", text)
	}
	var sizes []int
	if first == 0 {
		sizes, first = []int{0}, 1
	}
	for size := first; size <= last; size *= factor {
		sizes = append(sizes, size)
		if size > last/factor { // the next size might overflow
			break
		}
	}
	return sizes, nil
}

// ParseSize parses a number of bytes: 64K.
func ParseSize(text string) (int, error) {
	digits, unit := text, 1
	for suffix, factor := range map[string]int{"K": 1 << 10, "M": 1 << 20, "G": 1 << 30} {
		if rest, found := strings.CutSuffix(strings.ToUpper(text), suffix); found {
			digits, unit = rest, factor
		}
	}
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || n < 0 || n > (1<<40)/unit:
		return 0, fmt.Errorf("size %q, want bytes, optionally with K, M or G: 8, 64K, 4M%s", text, Meant(text))
	case len(digits) > 1 && digits[0] == '0': // the end of 1,000
		return 0, fmt.Errorf("size %q begins with 0, want a comma only between the sizes of a list: 8,1000", text)
	}
	return n * unit, nil
}

var (
	thousands = regexp.MustCompile(`^\d{1,3}(,\d{3})*,0\d\d(,\d{3})*$`) // no list: a size does not begin with 0
	longUnit  = regexp.MustCompile(`^(\d+) ?([KMG])i?B?$`)
	otherWord = regexp.MustCompile(`^(\w+)(?:\.\.+|-)(\w+)$`)
)

// Meant returns a hint about a number that ParseSize refuses, or "": 1MiB is meant to be 1M, 8..1M to be 8:1M, and 1,000 to be
// 1000.
func Meant(text string) string {
	if short := longUnit.FindStringSubmatch(strings.Replace(strings.ToUpper(text), "I", "i", 1)); short != nil {
		return "; did you mean " + short[1] + short[2] + "?"
	}
	if bounds := otherWord.FindStringSubmatch(text); bounds != nil {
		return "; did you mean " + bounds[1] + ":" + bounds[2] + "?"
	}
	if plain := strings.NewReplacer(",", "", "_", "", "'", "").Replace(text); plain != text {
		if _, err := strconv.Atoi(plain); err == nil {
			return "; did you mean " + plain + "?"
		}
	}
	return ""
}

// FormatSize formats a number of bytes as ParseSize reads it.
func FormatSize(bytes int) string {
	switch {
	case bytes >= 1<<20 && bytes%(1<<20) == 0:
		return fmt.Sprintf("%dM", bytes>>20)
	case bytes >= 1<<10 && bytes%(1<<10) == 0:
		return fmt.Sprintf("%dK", bytes>>10)
	}
	return strconv.Itoa(bytes)
}
