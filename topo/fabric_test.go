package topo

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFabricRoundTrip(t *testing.T) {
	for _, text := range []string{"ring:8", "torus:4x4@200mbit", "torus:2x2x2", "hypercube:8@1gbit", "tree:4", "star:4@100mbit,slots=4", "ring:3,slots=2",
		"links:h0-h1", "links:h0-s0=1gbit,s0>h1=8kbit,h1>s0=1gbit,slots=2", "links:h0-h1,h1>h2,h2>h0@1gbit"} {
		spec, err := ParseFabric(text)
		require.NoError(t, err, text)
		assert.Equal(t, text, spec.String())
	}
	spec, err := ParseFabric("star:4@100mbit,slots=1")
	require.NoError(t, err)
	assert.Equal(t, "star:4@100mbit", spec.String(), "one slot goes without saying")
	assert.Equal(t, 4, spec.Ranks())
}

// Every bad input is an error in one line.
func TestFabricRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      `network "", want ring:P`,
		"ring":                                  "want ring:P",
		"ring:0":                                "want ring:P",
		"star:-1":                               "want ring:P",
		"ring:2x2":                              "want ring:P",
		"pentagon:5":                            "want ring:P",
		"hypercube:6":                           "want 2^d hosts",
		"ring:251":                              "at most 250 hosts",
		"torus:16x16":                           "at most 250 hosts",
		"ring:8@fast":                           `rate "fast"`,
		"ring:8@":                               `rate ""`,
		"ring:8@infgbit":                        `rate "infgbit"`,
		"ring:8@nanmbit":                        `rate "nanmbit"`,
		"ring:8@1e300gbit":                      `rate "1e300gbit"`,
		"ring:8@-1gbit":                         `rate "-1gbit"`,
		"ring:8@0.001kbit":                      `rate "0.001kbit"`,
		"star:4@1gbit,slots=":                   `slots "" of`,
		"star:4@1gbit,slots=x":                  `slots "x" of`,
		"star:4@1gbit,slots=0":                  "0 slots on each of 4 hosts, want 1 or more",
		"star:4,slots=-2":                       "-2 slots on each",
		"star:4@1gbit,slots=99":                 "",
		"star:4,slots=257":                      "257 slots on each of 4 hosts, want 1 or more and at most 1024 in all",
		"star:4,slots=9223372036854775807":      "at most 1024 in all",
		"star:4@1gbit,places=4":                 `rate "1gbit,places=4"`,
		"torus:4294967296x4294967296":           "at most 250 hosts", // their product is 2^64
		"torus:3x6148914691236517206":           "at most 250 hosts", // this one is 2^64 + 2
		"torus:2x18446744073709551617":          "at most 250 hosts", // no int
		"torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2": "at most 250 hosts",
		"torus:" + strings.Repeat("1x", 90) + "0": "want ring:P",
	} {
		_, err := ParseFabric(text)
		if want == "" {
			assert.NoError(t, err, text)
			continue
		}
		require.ErrorContains(t, err, want, text)
		assert.NotContains(t, err.Error(), "\n")
	}
}
