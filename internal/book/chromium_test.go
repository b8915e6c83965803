package book

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// A chromium is a browser without a window that does what it is told over a pair of pipes, with one page open.
type chromium struct {
	t        *testing.T
	to       *os.File
	from     *bufio.Reader
	session  string
	last     int
	console  []string // what the page has written there, and errors that it has not caught
	requests []string // besides the page itself
}

func newChromium(t *testing.T) *chromium {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if program, err := exec.LookPath(name); err == nil {
			return startChromium(t, program)
		}
	}
	t.Skip("no chromium on PATH")
	return nil
}

func startChromium(t *testing.T, program string) *chromium {
	dir, err := os.MkdirTemp("", "book-browser")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) }) // the browser may still be writing there: no t.TempDir
	theirs, ours := pipe(t)
	answers, theirAnswers := pipe(t)
	command := proctest.Command(t, program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
		"--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir="+filepath.Join(dir, "profile"), "about:blank")
	command.ExtraFiles = []*os.File{theirs, theirAnswers} // 3 and 4
	require.NoError(t, command.Start())
	theirs.Close()
	theirAnswers.Close()
	b := &chromium{t: t, to: ours, from: bufio.NewReader(answers)}
	t.Cleanup(func() {
		ours.Close() // it ends
		command.Wait()
		answers.Close()
	})
	var page struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &page)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": page.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

func pipe(t *testing.T) (read, write *os.File) {
	read, write, err := os.Pipe()
	require.NoError(t, err)
	return read, write
}

// A reply is what the browser says: an answer, or an event.
type reply struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

// call has the browser do something and waits for its answer; events on the way are noted.
func (b *chromium) call(method string, params map[string]any, result any) {
	b.t.Helper()
	b.last++
	request := map[string]any{"id": b.last, "method": method, "params": params}
	if params == nil {
		delete(request, "params")
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	text, err := json.Marshal(request)
	require.NoError(b.t, err)
	_, err = b.to.Write(append(text, 0))
	require.NoError(b.t, err)
	for {
		text, err := b.from.ReadBytes(0)
		require.NoError(b.t, err, method)
		var r reply
		require.NoError(b.t, json.Unmarshal(text[:len(text)-1], &r))
		b.note(r)
		if r.ID == b.last {
			require.Nil(b.t, r.Error, method)
			if result != nil {
				require.NoError(b.t, json.Unmarshal(r.Result, result))
			}
			return
		}
	}
}

// note keeps what a page must not do.
func (b *chromium) note(r reply) {
	switch r.Method {
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
		b.console = append(b.console, string(r.Params))
	case "Network.requestWillBeSent":
		var sent struct {
			Type    string
			Request struct{ URL string }
		}
		require.NoError(b.t, json.Unmarshal(r.Params, &sent))
		if sent.Type != "Document" {
			b.requests = append(b.requests, sent.Request.URL)
		}
	}
}

// run evaluates an expression in the page, waits for its promise, and decodes its value.
func (b *chromium) run(expression string, value any) {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &answer)
	require.Empty(b.t, string(answer.ExceptionDetails), expression)
	if value != nil {
		require.NoError(b.t, json.Unmarshal(answer.Result.Value, value), "%s: %s", expression, answer.Result.Value)
	}
}

// open shows the page of a file, with a fragment, and waits until its program answers.
func (b *chromium) open(file, fragment string) {
	b.call("Page.navigate", map[string]any{"url": "file://" + file + fragment}, nil)
	b.run(`new Promise((done) => { const wait = () => (typeof book === "object" && book ? done(true) : setTimeout(wait, 20)); wait(); })`, nil)
}
