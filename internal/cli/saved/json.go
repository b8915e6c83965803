package saved

import (
	"encoding/json"
	"io"
)

// WriteJSON writes a value as indented JSON.
func WriteJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
