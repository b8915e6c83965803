// Command make builds the WebAssembly program of the interactive book. The Makefile target `build` runs this
// command in the top folder of the source, and then builds the binary that embeds the program.
package main

import (
	"context"
	"fmt"
	"os"

	"topocoll/internal/book"
)

func main() {
	program, err := book.Compile(context.Background())
	if err == nil {
		err = program.Save("internal/book/built")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
