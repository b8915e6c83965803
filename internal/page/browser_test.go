package page

import (
	"bytes"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/browsertest"
)

// measurePicture returns the number of colours of a picture, and its mean brightness from 0 to 1.
func measurePicture(picture image.Image) (colours int, brightness float64) {
	seen := map[[3]uint32]bool{}
	n := 0
	for y := 0; y < picture.Bounds().Dy(); y += 2 {
		for x := 0; x < picture.Bounds().Dx(); x += 2 {
			r, g, b, _ := picture.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
			brightness += float64(r+g+b) / (3 * 0xffff)
			n++
		}
	}
	return len(seen), brightness / float64(n)
}

func TestSystemInBrowser(t *testing.T) {
	b := browsertest.New(t)
	b.Window(1200, 6000)
	r := quickPreset(8, 40)
	onTorus(r)
	page := write(t, r)
	var light image.Image
	for _, theme := range []string{"dark", "light"} {
		b.Prefers("prefers-color-scheme", theme)
		b.Show(page)
		// these images are loaded after the page
		b.Run(
			`Promise.all(Array.from(document.images, (image) => (image.loading = "eager", image.decode())))`,
			nil)
		light = b.Picture()
		colours, brightness := measurePicture(light)
		assert.Greater(t, colours, 100, "%s: an empty page", theme)
		assert.Equal(t, theme == "dark", brightness < 0.3, "%s: brightness %.2f", theme, brightness)
		assert.Equal(t, theme == "light", brightness > 0.7, "%s: brightness %.2f", theme, brightness)
	}
	assert.Empty(t, b.Console)
	assert.Empty(t, b.Requests)
	// The page looks the same in a frame that forbids scripts. The added script would make it empty.
	b.File("frame.html",
		strings.Replace(page, "</body>", `<script>document.body.textContent = ""</script></body>`, 1))
	b.Show(`<!DOCTYPE html><body style="margin:0"><iframe sandbox src="frame.html" ` +
		`style="border:0;display:block;width:1200px;height:6000px"></iframe>`)
	same := false // a frame may be drawn after the page around it is loaded
	for end := time.Now().Add(time.Minute); !same && time.Now().Before(end); {
		same = bytes.Equal(pixels(light), pixels(b.Picture()))
	}
	assert.True(t, same, "the page differs without JavaScript")
}

func pixels(picture image.Image) []uint8 {
	if rgba, ok := picture.(*image.RGBA); ok {
		return rgba.Pix
	}
	return picture.(*image.NRGBA).Pix
}

func TestSystemDownloadInBrowser(t *testing.T) {
	b := browsertest.New(t)
	r := quickPreset(2, 5)
	b.Show(write(t, r))
	var cells int
	b.Run(`new Promise((saved) => {
	  URL.createObjectURL = (blob) => (blob.text().then((json) => saved(JSON.parse(json).cells.length)), "#");
	  document.querySelector("a.download").click();
	})`, &cells)
	assert.Len(t, r.Cells, cells)
	assert.Empty(t, b.Console)
}
