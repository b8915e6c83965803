package job

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// shell returns a command that runs a script in place of mpirun.
func shell(t *testing.T, script string, args ...string) *exec.Cmd {
	command := proctest.Command(t, "sh", append([]string{"-c", setReport + script, "sh"}, args...)...)
	command.SysProcAttr = nil // Run sets the process group of mpirun
	return command
}

// setReport sets TOPOCOLL_REPORT in a script to the name of the report, without starting a process.
const setReport = `TOPOCOLL_REPORT=${TOPOCOLL_JOB#*'"report":"'}; TOPOCOLL_REPORT=${TOPOCOLL_REPORT%%'"'*}
`

// The tests also start this test binary: as the program that they kill, and as a rank that prints.
func TestMain(m *testing.M) {
	if os.Getenv("JOBS_SPEAK") != "" {
		Speak()
		fmt.Println("cells")
		fmt.Fprintln(os.Stderr, "reason")
		os.Exit(0)
	}
	if script := os.Getenv("JOBS_TEST"); script != "" {
		Context{}.Run(exec.Command("sh", "-c", setReport+script, "sh", os.Getenv("JOBS_FILE")))
		os.Exit(0)
	}
	if part := os.Getenv("JOBS_PART"); part != "" {
		inPart(part)
	}
	os.Exit(m.Run())
}

func lines(t *testing.T, path string) []string {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return strings.Fields(string(text))
}

func await(t *testing.T, path string) {
	require.Eventually(t, func() bool { _, err := os.Stat(path); return err == nil }, time.Minute,
		5*time.Millisecond, path)
}

// ended waits until processes have ended. They may still be zombies.
func ended(t *testing.T, pids []string) {
	for _, pid := range pids {
		assert.Eventually(t,
			func() bool { line, _ := os.ReadFile("/proc/" + pid + "/cmdline"); return len(line) == 0 },
			time.Minute, 10*time.Millisecond, pid)
	}
}

// limited sets the time limits for one test.
func limited(t *testing.T, grace, patience, again time.Duration) {
	usual := limits
	t.Cleanup(func() { limits = usual })
	limits.grace, limits.end, limits.repeat = grace, patience, again
}

func TestEnds(t *testing.T) {
	assert.NoError(t, Context{}.Run(shell(t, "exit 0")))
	for script, want := range map[string]*End{
		`exit 3`:                        {Code: 3},
		`kill -9 $$`:                    {Code: 0},
		`exit 0`:                        nil,
		`report 0 1`:                    nil,
		`report 0 2`:                    nil,
		`report 5 2`:                    {Code: 5, Said: true},
		`report 5 2; exit 9`:            {Code: 5, Said: true},
		`report 5 0; exit 137`:          {Code: 5},
		`report 5 0; report 0 0`:        nil,
		`report 5 0; exit 0`:            {Code: 5},
		`report 5 0; report 0 0;exit 7`: {Code: 7},
	} {
		err := Context{}.Run(shell(t, `report() { printf '%3d %d\n' $1 $2 >$TOPOCOLL_REPORT; }; `+script))
		if want == nil {
			assert.NoError(t, err, script)
			continue
		}
		var end End
		require.ErrorAs(t, err, &end, script)
		end.Err = nil
		assert.Equal(t, *want, end, script)
	}
}

// The launcher reads the report that the ranks leave. Leave does not replace a report with a later state.
// It returns whether it has written the report.
func TestReport(t *testing.T) {
	assert.False(t, Leave(5, Said))
	name, err := newReport(t.TempDir())
	require.NoError(t, err)
	t.Setenv(Variable, Context{Report: name}.String())
	assert.True(t, Leave(137, Running))
	assert.Equal(t, report{137, Running, true}, readReport(name))
	assert.True(t, Leave(5, Said))
	assert.False(t, Leave(5, Over), "a rank has printed the reason")
	assert.Equal(t, report{5, Said, true}, readReport(name))
	require.NoError(t, os.Remove(name))
	assert.False(t, Leave(5, Said), "no reader on this host")
	assert.NoFileExists(t, name)
}

// After the ranks have ended, mpirun is killed after a short time, because it may be waiting for a lost
// host.
func TestOver(t *testing.T) {
	limited(t, time.Hour, 100*time.Millisecond, time.Hour)
	var end End
	require.ErrorAs(t, Context{}.Run(shell(t, `echo "  5 1" >$TOPOCOLL_REPORT; exec sleep 86400`)), &end)
	assert.Equal(t, 5, end.Code)
	assert.False(t, end.Said)
}

// After the ranks have printed why they end, mpirun has more time, because they call MPI_Finalize. If mpirun
// were killed earlier, this call would print an error.
func TestSaid(t *testing.T) {
	limited(t, time.Hour, 10*time.Millisecond, time.Hour)
	var end End
	finish := shell(t, `echo "  5 2" >$TOPOCOLL_REPORT; sleep 0.5; exit 9`)
	require.ErrorAs(t, Context{}.Run(finish), &end)
	assert.True(t, end.Said)
	assert.ErrorContains(t, end.Err, "exit status 9")
	limited(t, 100*time.Millisecond, 100*time.Millisecond, time.Hour)
	require.ErrorAs(t, Context{}.Run(shell(t, `echo "  5 2" >$TOPOCOLL_REPORT; exec sleep 86400`)), &end)
	assert.ErrorContains(t, end.Err, "killed")
}

// Ranks can continue to print after the reader of the output has gone.
func TestNobodyReads(t *testing.T) {
	read, write, err := os.Pipe()
	require.NoError(t, err)
	defer write.Close()
	require.NoError(t, read.Close())
	name := filepath.Join(t.TempDir(), "stdout")
	_, over, err := forwardPipe(name, write)
	require.NoError(t, err)
	rank, err := os.OpenFile(name, os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = rank.Write(make([]byte, 1<<20)) // more than a pipe holds
	assert.NoError(t, err)
	assert.NoError(t, rank.Close())
	over()
}

// If mpirun does not end although all results exist, it is killed, and the job succeeds.
func TestHangsWhenAllIsDone(t *testing.T) {
	limited(t, 100*time.Millisecond, time.Second, time.Hour)
	assert.NoError(t, Context{}.Run(shell(t, `echo "  0 0" >$TOPOCOLL_REPORT; sleep 86400; exit 1`)))
}

// A rank reads the context that its parent wrote, even with a line break or a quote in a name. Any other text
// is an empty context.
func TestContext(t *testing.T) {
	want := Context{Name: "1-2", Report: "/tmp/a \"b\"\n", Started: true, Parent: true, Launch: 2,
		Launches: 3, Left: time.Minute}
	t.Setenv(Variable, want.String())
	assert.Equal(t, want, CurrentContext())
	assert.NotContains(t, want.String(), "\n", "a guard looks for the whole line")
	for _, text := range []string{"", "1-2", `{"launch":"two"}`} {
		t.Setenv(Variable, text)
		assert.Zero(t, CurrentContext(), text)
	}
}
