package ranks

import (
	"os"

	"golang.org/x/term"
)

// StderrIsTerminal reports whether stderr of this process is a terminal.
func StderrIsTerminal() bool { return term.IsTerminal(int(os.Stderr.Fd())) }
