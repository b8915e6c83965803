package results

import (
	"fmt"
	"io"

	"topocoll/internal/wrap"
)

// WriteComment prints a text as lines that begin with # and fit in 80 columns.
func WriteComment(w io.Writer, format string, args ...any) {
	io.WriteString(w, wrap.Text("# ", "#   ", fmt.Sprintf(format, args...)))
}
