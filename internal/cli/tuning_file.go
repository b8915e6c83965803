package cli

import (
	"io"
	"os"

	"topocoll/internal/wrap"
)

// tuningFile reads a file of a size that tuning files have.
func tuningFile(name string) ([]byte, error) {
	const most = 1 << 20
	f, err := os.Open(name)
	if err != nil {
		return nil, usage(err)
	}
	defer f.Close()
	file, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, usage(err)
	case len(file) > most:
		return nil, usagef("%s: more than 1 MiB, want a tuning file", wrap.Plain(name))
	}
	return file, nil
}
