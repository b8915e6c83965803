package ranks

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

// SetHome sets HOME only if it is not set.
func TestHome(t *testing.T) {
	t.Setenv("HOME", "/somewhere")
	SetHome()
	assert.Equal(t, "/somewhere", os.Getenv("HOME"))
	os.Unsetenv("HOME")
	SetHome()
	assert.DirExists(t, os.Getenv("HOME"))
}
