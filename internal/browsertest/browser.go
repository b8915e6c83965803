// Package browsertest opens a test's pages in a headless Chromium, and records errors and requests of the
// pages.
package browsertest

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// A Browser is a headless Chromium with one open page.
type Browser struct {
	// console output, uncaught errors, and files that could not be loaded
	Console []string
	// URLs that the pages requested, except documents and URLs that begin with data: or blob:
	Requests []string

	t       testing.TB
	dir     string
	conn    devtoolsConn
	session string
	loaded  bool
}

// New starts a browser, which ends with the test. Without a browser on the PATH, the test is skipped. The
// name of the test must begin with TestSystem, because such tests take too long for make test.
func New(t testing.TB) *Browser {
	require.Regexp(t, "^TestSystem", t.Name())
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser",
		"google-chrome"} {
		if program, err := exec.LookPath(name); err == nil {
			return startBrowser(t, program)
		}
	}
	t.Skip("no chromium on PATH")
	return nil
}

// startBrowser starts a browser that is controlled through two pipes. Requests of the browser to its vendor
// fail.
func startBrowser(t testing.TB, program string) *Browser {
	dir, err := os.MkdirTemp("", "browser")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) }) // not t.TempDir, because the browser may still be writing there
	b := &Browser{t: t, dir: dir}
	theirs, ours := pipe(t)
	answers, theirAnswers := pipe(t)
	// the browser runs for a whole test, which takes three minutes on an idle machine, and many times as long
	// on a busy one
	const bound = 20 * time.Minute
	command := proctest.Within(t, bound, program, "--headless=new", "--no-sandbox", "--disable-gpu",
		"--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
		"--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
		"--user-data-dir="+filepath.Join(dir, "profile"), "about:blank")
	command.ExtraFiles = []*os.File{theirs, theirAnswers} // file descriptors 3 and 4
	require.NoError(t, command.Start())
	theirs.Close()
	theirAnswers.Close()
	b.conn = newDevtoolsConn(ours, answers)
	t.Cleanup(func() {
		ours.Close() // makes the browser exit
		command.Wait()
		answers.Close()
	})
	var page struct{ TargetID string }
	b.Call("Target.createTarget", map[string]any{"url": "about:blank"}, &page)
	var attached struct{ SessionID string }
	b.Call("Target.attachToTarget", map[string]any{"targetId": page.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.Call(domain+".enable", nil, nil)
	}
	return b
}

func pipe(t testing.TB) (read, write *os.File) {
	read, write, err := os.Pipe()
	require.NoError(t, err)
	return read, write
}

// File writes a file into the folder of the page that Show opens.
func (b *Browser) File(name, text string) {
	require.NoError(b.t, os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o600))
}

// Show opens a page with this HTML and waits until it is loaded.
func (b *Browser) Show(page string) {
	b.File("page.html", page)
	b.Open(filepath.Join(b.dir, "page.html"))
}

// Open opens an HTML file, optionally with a fragment, and waits until it is loaded. If the file is already
// open, Open loads it again.
func (b *Browser) Open(file string) {
	for _, url := range []string{"about:blank", "file://" + file} {
		b.loaded = false
		b.Call("Page.navigate", map[string]any{"url": url}, nil)
		for !b.loaded {
			b.recordEvent(b.conn.read(b.t))
		}
	}
}

// Run evaluates an expression in the page, waits for its promise, and decodes the result into `value` unless
// it is nil.
func (b *Browser) Run(expression string, value any) {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.Call("Runtime.evaluate",
		map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &answer)
	require.Empty(b.t, string(answer.ExceptionDetails), expression)
	if value != nil {
		require.NoError(b.t, json.Unmarshal(answer.Result.Value, value), "%s: %s", expression,
			answer.Result.Value)
	}
}

// Window sets the size of the window in pixels.
func (b *Browser) Window(width, height int) {
	b.Call("Emulation.setDeviceMetricsOverride",
		map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
}

// Prefers emulates a preference of the user, such as prefers-color-scheme: dark.
func (b *Browser) Prefers(feature, value string) {
	b.Call("Emulation.setEmulatedMedia",
		map[string]any{"features": []map[string]string{{"name": feature, "value": value}}}, nil)
}

// Picture returns a screenshot of the window.
func (b *Browser) Picture() image.Image {
	var shot struct{ Data []byte }
	b.Call("Page.captureScreenshot", nil, &shot)
	picture, err := png.Decode(bytes.NewReader(shot.Data))
	require.NoError(b.t, err)
	return picture
}
