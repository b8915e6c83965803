//go:build !js

package book

import (
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/browsertest"
)

// scripts/pictures sets this flag to write the pictures of the documentation.
var pictures = flag.String("pictures", "", "the folder in which to write pictures")

// The test makes the picture in the documentation, which shows the book at figure 3.14 after 60 µs.
func TestSystemPictures(t *testing.T) {
	b := browsertest.New(t)
	write := func(name string) {
		if *pictures == "" {
			return
		}
		file, err := os.Create(filepath.Join(*pictures, name))
		require.NoError(t, err)
		require.NoError(t, png.Encode(file, b.Picture()))
		require.NoError(t, file.Close())
	}
	b.Window(720, 700)
	open(b, writePage(t), "#row=hcube/allgather&network=ring&t=60&node=3")
	b.Run(`document.getElementById("controls").open = false; `+
		`document.getElementById("player").scrollIntoView()`,
		nil)
	write("book-ring.png")
	assert.Empty(t, b.Console)
}
