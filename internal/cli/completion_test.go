package cli

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// completions has the expected completions of each line. "..." stands for more words that the shell offers.
var completions = map[string]string{
	"topocoll be":                                 "bench",
	"topocoll ":                                   "bench list completion ...",
	"topocoll cluster ":                           "down run status up",
	"topocoll bench --laun":                       "--launches",
	"topocoll list --op bc":                       "bcast",
	"topocoll list --op bcast,barr":               "bcast,barrier",
	"topocoll bench -q --op ping":                 "pingpong",
	"topocoll list --algo hcube/barr":             "hcube/barrier hcube/barrier-butterfly",
	"topocoll bench --algo ring,nat":              "ring,native ring,native:*",
	"topocoll simulate ring/bcast -n 8 hcube/red": "hcube/reduce ...",
	"topocoll explain hcube/sca":                  "hcube/scan hcube/scatter ...",
	"topocoll bench --preset ":                    "full quick",
	"topocoll explain hcube/scan --network hyp":   "hypercube:8",
	"topocoll bench --network tree":               "tree:8",
	"topocoll cluster up lab to":                  "torus:2x4 torus:4x4@200mbit",
	"topocoll bench --map gr":                     "gray",
	"topocoll completion ":                        "bash fish zsh",
	"topocoll report a.json ":                     "", // the shell completes file names
}

func fits(t *testing.T, line, got string) {
	want, open := strings.CutSuffix(completions[line], " ...")
	found := strings.Fields(got)
	slices.Sort(found)
	if open {
		assert.Subset(t, found, strings.Fields(want), line)
		return
	}
	assert.Equal(t, strings.Fields(want), append([]string{}, found...), line)
}

// shell runs a script with the program on the PATH.
func shell(t *testing.T, script string, words ...string) string {
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skip("needs " + words[0])
	}
	name, err := program()
	require.NoError(t, err)
	command := proctest.Command(t, words[0], words[1:]...)
	command.Stdin = strings.NewReader(script)
	command.Env =
		append(os.Environ(), "PATH="+filepath.Dir(name)+":"+os.Getenv("PATH"), "HOME="+t.TempDir(),
			"LC_ALL=C")
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// The script does what bash does before a completion: it also splits words at ':', '=' and '@'.
func TestBashCompletes(t *testing.T) {
	call := `eval "$(topocoll completion bash)"
complete -p topocoll >/dev/null || exit
line() {
	COMP_LINE=$1 COMP_POINT=${#1}
	_topocoll topocoll "${1##*[ =:@]}"
	echo "${COMPREPLY[*]}"
}
`
	lines := slices.Sorted(maps.Keys(completions))
	answers := strings.Split(shell(t, call+"line '"+strings.Join(lines, "'\nline '")+"'\n", "bash"), "\n")
	for i, line := range lines {
		fits(t, line, answers[i])
	}
	assert.Equal(t, "*\n2x4 4x4@200mbit\nbcast\nbench\n", shell(t, call+`line 'topocoll bench --algo native:'
line 'topocoll cluster up lab torus:'
line 'topocoll bench --op=bc'
COMP_LINE='topocoll be --quiet' COMP_POINT=11; _topocoll topocoll be; echo ${COMPREPLY[*]} # at the cursor
`, "bash"))
}

func TestFishCompletes(t *testing.T) {
	call := "topocoll completion fish | source; complete -C '"
	for line := range completions {
		if completions[line] != "" {
			fits(t, line, shell(t, call+line+"'", "fish"))
		}
	}
	assert.Equal(t, "--op=bcast\n", shell(t, call+"topocoll bench --op=bc'", "fish"))
}

func TestZshReadsItsScript(t *testing.T) {
	script := shown(t, "completion zsh")
	assert.Equal(t, "#compdef topocoll", strings.SplitN(script, "\n", 2)[0], "compinit wants it first")
	assert.Empty(t, shell(t, script, "zsh", "-n"))
}

func TestCompletionOfNoSuchShell(t *testing.T) {
	refuses(t, "completion", map[string]string{"tcsh": "bash"})
}
