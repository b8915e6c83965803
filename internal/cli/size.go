package cli

import "topocoll/bench/results"

func sizeFlag(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	size, err := results.ParseSize(text)
	return size, usage(err)
}
