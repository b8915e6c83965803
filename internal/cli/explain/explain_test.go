package explain

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// sizeWarning returns a warning with advice for a picture that is too large to read.
func TestSizeWarning(t *testing.T) {
	assert.Empty(t, sizeWarning("x.svg", 1340, 8000))
	assert.Equal(t, "topocoll: x.svg has 9652 x 18109 pixels; a picture for a smaller -n is easier to read, "+
		"and the printed text shows the same steps\n", sizeWarning("x.svg", 9652, 18109))
}
