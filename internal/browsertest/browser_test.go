package browsertest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The browser reports a page's errors and requests.
func TestSystemSeesWhatIsWrong(t *testing.T) {
	b := New(t)
	b.Show(`<!DOCTYPE html><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p>right</p>`)
	assert.Empty(t, b.Console)
	assert.Empty(t, b.Requests)
	b.Show(`<!DOCTYPE html><img src="http://127.0.0.1:9/a.png"><script>missing()</script>`)
	assert.Equal(t, []string{"http://127.0.0.1:9/a.png"}, b.Requests)
	require.Len(t, b.Console, 2, "the error, and that there is no such picture")
	assert.Contains(t, b.Console[0]+b.Console[1], "missing is not defined")
}
