package option

import (
	"topocoll/bench/results"
	"topocoll/internal/cli/exit"
)

func ParseSize(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	size, err := results.ParseSize(text)
	return size, exit.Usage(err)
}
