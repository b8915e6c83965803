package ranks

import (
	"os"

	"golang.org/x/term"
)

// BarVariable tells the ranks that stderr of their parent is a terminal. Their own stderr is a pipe.
const BarVariable = "TOPOCOLL_BAR"

func StderrIsTerminal() bool { return term.IsTerminal(int(os.Stderr.Fd())) }
