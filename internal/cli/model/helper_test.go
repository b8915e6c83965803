package model

import (
	"io"

	"topocoll/internal/cli/exit"
)

func codeOf(err error) int { return exit.Report(io.Discard, err) }
