package saved

import (
	"errors"
	"io"
	"os"
)

// CreateFile creates a file and writes its content.
func CreateFile(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}
