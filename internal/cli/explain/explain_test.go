package explain

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A picture that is too large to read has a warning, which says what to do.
func TestSizeWarning(t *testing.T) {
	assert.Empty(t, sizeWarning("x.svg", 1340, 8000))
	assert.Equal(t, "topocoll: x.svg has 9652 x 18109 pixels; a smaller -n is easier to read, and the text "+
		"has the same steps\n", sizeWarning("x.svg", 9652, 18109))
}
