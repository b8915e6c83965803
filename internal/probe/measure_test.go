//go:build cgo

package probe

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The more often a pattern has been repeated, the more its two shortest times may differ.
func TestShortestTimesAgree(t *testing.T) {
	assert.False(t, shortestTimesAgree([]int64{100, 100}), "the first repetition sets up connections")
	assert.True(t, shortestTimesAgree([]int64{180, 102, 100}))
	assert.False(t, shortestTimesAgree([]int64{180, 105, 100}))
	assert.False(t, shortestTimesAgree([]int64{180, 170, 160, 105, 100}))
	assert.True(t, shortestTimesAgree([]int64{180, 170, 160, 150, 105, 100}))
	assert.False(t, shortestTimesAgree([]int64{180, 170, 160, 150, 140, 130, 120, 100}))
}
