package cli

import (
	"os"

	"golang.org/x/term"
)

// barVariable tells the ranks that their launcher's stderr is a terminal; their own is a pipe to it.
const barVariable = "TOPOCOLL_BAR"

func stderrIsTerminal() bool { return term.IsTerminal(int(os.Stderr.Fd())) }
