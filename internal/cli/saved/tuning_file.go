package saved

import (
	"io"
	"os"

	"topocoll/internal/exit"
	"topocoll/internal/wrap"
)

// TuningFile reads a tuning file. It refuses more than 1 MiB.
func TuningFile(name string) ([]byte, error) {
	const most = 1 << 20
	f, err := os.Open(name)
	if err != nil {
		return nil, exit.Usage(err)
	}
	defer f.Close()
	file, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, exit.Usage(err)
	case len(file) > most:
		return nil, exit.Usagef("%s: more than 1 MiB, want a tuning file", wrap.Plain(name))
	}
	return file, nil
}
