package cli

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
)

// dumped returns the flag values that bench --dump-config prints for the given arguments, and the output.
func dumped(t *testing.T, args ...string) (values map[string]any, text string) {
	code, stdout, stderr := command(append([]string{"bench", "--dump-config"}, args...)...)
	require.Equal(t, exit.OK, code, stderr)
	require.Empty(t, stderr)
	require.NoError(t, json.Unmarshal([]byte(stdout), &values))
	return values, stdout
}

func fileOf(t *testing.T, text string) string { return write(t, "c.json", text) }

func TestDumpConfigRoundTrip(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"-n", "4", "--op", "bcast,scan", "--size", "8,1K", "--rel", "3.5%", "--time", "250ms", "-i", "9",
			"--limit", "1h", "--seed", "18446744073709551615"},
		{"--algo", "hcube,native:*", "--op", "bcast", "--map", "3,1,0,2", "--np", "2,4",
			"--allow-oversubscribed", "-q", "--stdout", "csv", "--dry-run"},
		{"--preset", "full"},
		{"--op", "pingpong"},
	} {
		_, text := dumped(t, args...)
		_, again := dumped(t, "--config", fileOf(t, text))
		assert.Equal(t, text, again, "%v", args)
	}
}

func TestConfigFile(t *testing.T) {
	path := fileOf(t,
		`{"n": 4, "op": ["bcast"], "size": "64", "rel": 0.1, "quiet": true, "np": [2, 4], "mem-limit": `+
			`"1M", "algo": []}`)
	values, _ := dumped(t, "--config", path, "--size", "8,16", "--op", "scan")
	assert.Equal(t, "8,16", values["size"], "the command line goes before the file")
	assert.Equal(t, []any{"scan"}, values["op"])
	assert.Equal(t, []any{2.0, 4.0}, values["np"])
	assert.Equal(t, "10%", values["rel"])
	assert.Equal(t, true, values["quiet"])
	assert.Equal(t, "1M", values["mem-limit"])
	assert.Equal(t, 4.0, values["n"])
	assert.Equal(t, "1s", values["time"], "what nobody gave is the default")

	t.Setenv("TOPOCOLL_NETWORK", "ring:4")
	values, _ = dumped(t, "--config", fileOf(t, `{"network": "ring:8"}`))
	assert.Equal(t, "ring:4", values["network"], "so does the environment")

	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	values, _ = dumped(t, "--config", path)
	assert.Equal(t, 0.0, values["n"], "the launcher has said how many")
}

// A preset sets only the flags that the command line does not set. A preset on the command line has
// priority over a file.
func TestPresets(t *testing.T) {
	for _, c := range []struct{ args, size, time string }{
		{"", "8:4M:x8", "1s"},
		{"--preset quick", "8:1M:x64", "200ms"},
		{"--preset quick --size 64", "64", "200ms"},
		{"--preset full --time 1s", "8:4M", "1s"},
		{"--config FILE", "128", "200ms"},
		{"--config FILE --time 5s", "128", "5s"},
		{"--config FILE --preset full", "8:4M", "3s"},
	} {
		args := strings.Fields(c.args)
		if i := slices.Index(args, "FILE"); i >= 0 {
			args[i] = fileOf(t, `{"preset": "quick", "size": "128"}`)
		}
		values, _ := dumped(t, args...)
		assert.Equal(t, [2]any{c.size, c.time}, [2]any{values["size"], values["time"]}, c.args)
	}
	values, _ := dumped(t, "--preset", "full", "--algo", "ring")
	assert.Equal(t, "cold", values["cache"])
	assert.Equal(t, []any{"ring"}, values["algo"])
}

func TestConfigRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"sizes": "8"}`: `unknown key "sizes", want the long name of a flag without its dashes, such ` +
			`as size,`,
		`{"config": "c.json"}`:   `unknown key "config"`,
		`{"time": {"s": 1}}`:     `"time": map[s:1], want a string, a number, true, false or a list`,
		`{"time": "long"}`:       `--time`,
		`{"sync": "never"}`:      `--sync "never", want auto, dissem, round or barrier`,
		`{"cache": "hot"}`:       `--cache "hot", want cold or warm`,
		`{"size": "x"}`:          `size "x", want a number of bytes`,
		`[1]`:                    `not a JSON object of flags`,
		`null`:                   `not a JSON object of flags`,
		`{"seed": 1`:             `not a JSON object of flags`,
		`{"seed": 1} {}`:         `text after the JSON object`,
		`{"op": ["bcats"]}`:      `no operation "bcats"`,
		`{"np": [[1]]}`:          `the list contains a list`,
		`{"op": "x", "rel": -1}`: `want a percentage`,
	} {
		refusesWith(t, exit.BadInput, want, "bench", "--dump-config", "--config", fileOf(t, text))
	}
	refuses(t, "bench", map[string]string{"--config nowhere.json": "nowhere.json: no such file"})
}
