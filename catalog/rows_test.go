package catalog

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNamed(t *testing.T) {
	ids := []string{"ring/bcast", "ring/bcast-doubling", "ring/barrier", "hcube/bcast", "hcube/scan"}
	for name, want := range map[string]string{
		"ring/bcast":  "ring/bcast",
		"ring/bcast-": "ring/bcast-doubling",
		"ring/b":      "ring/bcast ring/bcast-doubling ring/barrier",
		"hcube":       "hcube/bcast hcube/scan",
		"hcube/":      "hcube/bcast hcube/scan",
		"hcube/*":     "hcube/bcast hcube/scan",
		"*/bcast":     "ring/bcast hcube/bcast",
		"*/bcast*":    "ring/bcast ring/bcast-doubling hcube/bcast",
		"ring/[bs]*r": "ring/barrier",
		"bcast":       "",
		"*":           "", // as in a shell, * does not match a slash
		"[":           "",
		"":            "",
	} {
		named := Named(ids, name)
		got := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !named(id) })
		assert.Equal(t, want, strings.Join(got, " "), name)
	}
}
