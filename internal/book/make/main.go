// Command make builds the program inside the page of topocoll book. The Makefile target `build` runs
// this command in the top folder of the source. Then it builds the binary that embeds the program.
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
