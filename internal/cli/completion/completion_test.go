package completion

import (
	"testing"

	"github.com/posener/complete"
	"github.com/stretchr/testify/assert"
)

func TestFilesOfLinksComplete(t *testing.T) {
	assert.Contains(t, predictNetworks(complete.Args{Last: "file:completion.b"}), "file:completion.bash")
	assert.Contains(t, predictNetworks(complete.Args{Last: "r"}), "ring:8")
}
