package browsertest

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A devtoolsConn carries the Chrome DevTools protocol: JSON messages, each terminated by a zero byte.
type devtoolsConn struct {
	to     *os.File
	from   *bufio.Reader
	lastID int // id of the last request
}

func newDevtoolsConn(to, from *os.File) devtoolsConn {
	return devtoolsConn{to: to, from: bufio.NewReader(from)}
}

// A reply is a message from the browser: the response to a command, or an event.
type reply struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

func (w *devtoolsConn) read(t testing.TB) (r reply) {
	text, err := w.from.ReadBytes(0)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text[:len(text)-1], &r))
	return r
}

// Call sends a command of the protocol and waits for the response. It records events that arrive before the
// response.
func (b *Browser) Call(method string, params map[string]any, result any) {
	b.t.Helper()
	b.conn.lastID++
	request := map[string]any{"id": b.conn.lastID, "method": method}
	if params != nil {
		request["params"] = params
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	text, err := json.Marshal(request)
	require.NoError(b.t, err)
	_, err = b.conn.to.Write(append(text, 0))
	require.NoError(b.t, err)
	for {
		r := b.conn.read(b.t)
		b.recordEvent(r)
		if r.ID != b.conn.lastID {
			continue
		}
		require.Nil(b.t, r.Error, method)
		if result != nil {
			require.NoError(b.t, json.Unmarshal(r.Result, result))
		}
		return
	}
}

// recordEvent records a message of the browser that reports that the page is loaded, or that the page has
// done something wrong.
func (b *Browser) recordEvent(r reply) {
	switch r.Method {
	case "Page.loadEventFired":
		b.loaded = true
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
		b.Console = append(b.Console, string(r.Params))
	case "Network.requestWillBeSent":
		var sent struct {
			Type    string
			Request struct{ URL string }
		}
		require.NoError(b.t, json.Unmarshal(r.Params, &sent))
		if scheme, _, _ := strings.Cut(sent.Request.URL, ":"); sent.Type != "Document" && scheme != "data" &&
			scheme != "blob" {
			b.Requests = append(b.Requests, sent.Request.URL)
		}
	}
}
