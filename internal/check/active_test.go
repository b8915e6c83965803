package check

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNoActiveCalls(t *testing.T) {
	assert.NoError(t, NoActiveCalls("test", 0, 3))
	assert.EqualError(t, NoActiveCalls("test", 1, 3),
		"test: 1 non-blocking call of rank 3 is active; call Wait first")
	assert.EqualError(t, NoActiveCalls("test", 2, 3),
		"test: 2 non-blocking calls of rank 3 are active; call Wait first")
}
