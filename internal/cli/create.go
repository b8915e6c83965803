package cli

import (
	"errors"
	"io"
	"os"
)

// create writes a picture.
func create(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}
