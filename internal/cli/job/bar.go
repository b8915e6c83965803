package job

import (
	"os"

	"golang.org/x/term"
)

// BarVariable tells the ranks that their launcher's stderr is a terminal; their own is a pipe to it.
const BarVariable = "TOPOCOLL_BAR"

func StderrIsTerminal() bool { return term.IsTerminal(int(os.Stderr.Fd())) }
