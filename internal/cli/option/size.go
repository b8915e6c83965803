package option

import (
	"topocoll/bench/results"
	"topocoll/internal/exit"
)

// ParseSize reads a size in bytes; "" is 0.
func ParseSize(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	size, err := results.ParseSize(text)
	return size, exit.Usage(err)
}
