package ranks

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

// HOME is set where there is none, and left alone where there is one.
func TestHome(t *testing.T) {
	t.Setenv("HOME", "/somewhere")
	SetHome()
	assert.Equal(t, "/somewhere", os.Getenv("HOME"))
	os.Unsetenv("HOME")
	SetHome()
	assert.DirExists(t, os.Getenv("HOME"))
}
