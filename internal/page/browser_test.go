package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// A browser is a Chromium without a window.
type browser struct {
	dir, program string
}

func newBrowser(t *testing.T) browser {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if program, err := exec.LookPath(name); err == nil {
			dir, err := os.MkdirTemp("", "report-browser")
			require.NoError(t, err)
			t.Cleanup(func() { os.RemoveAll(dir) }) // the browser may still be writing there: no t.TempDir
			return browser{dir, program}
		}
	}
	t.Skip("no chromium on PATH")
	return browser{}
}

// A visit is what the browser did with a page.
type visit struct {
	console  []string // lines on the console
	requests []string // what the page asked for, besides itself and what is inside it
	out      string
}

var consoleLine = regexp.MustCompile(`CONSOLE:\d+\] (.*)`)

// open shows a page; flags say how. The browser's own requests to its maker find no host.
func (b browser) open(t *testing.T, page string, flags ...string) visit {
	file, log := filepath.Join(b.dir, "page.html"), filepath.Join(b.dir, "net.json")
	require.NoError(t, os.WriteFile(file, []byte(page), 0o644))
	args := append([]string{"--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
		"--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=" + filepath.Join(b.dir, "profile"),
		"--enable-logging=stderr", "--v=0", "--log-net-log=" + log, "--window-size=1200,6000"}, flags...)
	command := proctest.Command(t, b.program, append(args, "file://"+file)...)
	var out, stderr bytes.Buffer
	command.Stdout, command.Stderr = &out, &stderr
	require.NoError(t, command.Run(), "%s", &stderr)
	v := visit{out: out.String(), requests: requestsIn(t, log)}
	for _, match := range consoleLine.FindAllStringSubmatch(stderr.String(), -1) {
		v.console = append(v.console, match[1])
	}
	return v
}

// requestsIn reads from the browser's log what a page from a file asked for; its own requests have no such origin.
func requestsIn(t *testing.T, log string) []string {
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	var events struct {
		Events []struct {
			Params struct {
				URL       string `json:"url"`
				Initiator string `json:"initiator"`
				Site      string `json:"site_for_cookies"`
			} `json:"params"`
		} `json:"events"`
	}
	require.NoError(t, json.Unmarshal(text, &events))
	require.NotEmpty(t, events.Events)
	var urls []string
	for _, e := range events.Events {
		if p := e.Params; strings.HasPrefix(p.URL, "http") && p.Initiator != "" && (p.Initiator != "not an origin" || strings.Contains(p.Site, "file://")) {
			urls = append(urls, p.URL)
		}
	}
	return urls
}

func (b browser) screenshot(t *testing.T, page string, flags ...string) (image.Image, visit) {
	name := filepath.Join(b.dir, "page.png")
	require.NoError(t, os.RemoveAll(name)) // a browser that makes no picture says nothing
	v := b.open(t, page, append(flags, "--screenshot="+name)...)
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	picture, err := png.Decode(file)
	require.NoError(t, err)
	return picture, v
}

// look returns how many colours a picture has, and its mean brightness from 0 to 1.
func look(picture image.Image) (colours int, brightness float64) {
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

const (
	dark  = "--blink-settings=preferredColorScheme=0"
	light = "--blink-settings=preferredColorScheme=1"
)

func TestInBrowser(t *testing.T) {
	b := newBrowser(t)
	r := quickPreset(8, 40)
	onTorus(r)
	page := write(t, r)
	pictures := map[string]image.Image{}
	for theme, isDark := range map[string]bool{dark: true, light: false} {
		picture, v := b.screenshot(t, page, theme)
		assert.Empty(t, v.console, theme)
		assert.Empty(t, v.requests, theme)
		assert.Equal(t, image.Pt(1200, 6000), picture.Bounds().Size())
		colours, brightness := look(picture)
		assert.Greater(t, colours, 100, "%s: an empty page", theme)
		assert.Equal(t, isDark, brightness < 0.3, "%s: brightness %.2f", theme, brightness)
		assert.Equal(t, !isDark, brightness > 0.7, "%s: brightness %.2f", theme, brightness)
		pictures[theme] = picture
	}
	// In a frame that forbids scripts: a browser that forbids them everywhere needs one for its picture, and sometimes makes none.
	page = strings.Replace(page, "</body>", `<script>document.body.textContent = ""</script></body>`, 1) // must not run
	require.NoError(t, os.WriteFile(filepath.Join(b.dir, "frame.html"), []byte(page), 0o600))
	without, _ := b.screenshot(t, `<!DOCTYPE html><body style="margin:0"><iframe sandbox src="frame.html" style="border:0;display:block;width:1200px;height:6000px"></iframe>`, light)
	assert.True(t, bytes.Equal(pictures[light].(*image.RGBA).Pix, without.(*image.RGBA).Pix), "the page differs without JavaScript")
}

func TestDownloadInBrowser(t *testing.T) {
	b := newBrowser(t)
	r := quickPreset(2, 5)
	page := strings.Replace(write(t, r), "</body>", `<script>
URL.createObjectURL = function (blob) {
  blob.text().then(function (json) { document.title = "saved " + JSON.parse(json).cells.length + " cells"; });
  return "#";
};
document.querySelector("a.download").click();
</script></body>`, 1)
	v := b.open(t, page, "--dump-dom", "--virtual-time-budget=10000")
	has(t, v.out, fmt.Sprintf("<title>saved %d cells</title>", len(r.Cells)))
	assert.Empty(t, v.console)
}

// The tests above would find a page that does what it must not.
func TestBrowserSeesWhatIsWrong(t *testing.T) {
	b := newBrowser(t)
	v := b.open(t, `<!DOCTYPE html><img src="http://127.0.0.1:9/a.png"><script>missing()</script>`, "--dump-dom")
	assert.Equal(t, []string{"http://127.0.0.1:9/a.png"}, v.requests)
	require.Len(t, v.console, 1)
	assert.Contains(t, v.console[0], "missing is not defined")
}
