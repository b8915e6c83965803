package book

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"topocoll/internal/book"
	"topocoll/internal/book/built"
	"topocoll/internal/cli/saved"
	"topocoll/internal/job"
	"topocoll/internal/wrap"
)

type Command struct {
	Out string `short:"o" help:"The page to write (default: ${default})." default:"book.html" placeholder:"FILE"`
}

func (*Command) Help() string {
	return `Writes one HTML page that animates every algorithm: messages move along the links of a
network in virtual time, beside the procedure, the content of every node and the formula. The page works
offline.

  topocoll book
  topocoll book -o lecture.html
  make book`
}

func (b *Command) Run(out io.Writer) error {
	ctx, stop := job.SignalContext()
	defer stop()
	program, missing := book.Load(built.Files)
	if missing != nil {
		var err error
		if program, err = book.Compile(ctx); err != nil {
			if errors.Is(missing, fs.ErrNotExist) {
				return fmt.Errorf(
					"this binary does not contain the program of the page; use a binary built with make build, or "+
						"provide Go and topocoll's source in this folder or above the binary: %w", err)
			}
			return fmt.Errorf("%w; use a topocoll built with make build, or provide Go and topocoll's source in "+
				"this folder: %w",
				missing, err)
		}
	}
	if err := saved.WriteFile(b.Out, func(w io.Writer) error { return book.Write(w, program) }); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, wrap.Plain(b.Out), "written")
	return err
}
