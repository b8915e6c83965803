package run

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/cli/option"
	"topocoll/internal/dropin"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/proctest"
	"topocoll/internal/rules"
	"topocoll/internal/tune"
	"topocoll/tuned"
)

// If no algorithm of topocoll is selected, a message reports this.
func TestRunWithoutAlgorithms(t *testing.T) {
	const line = "topocoll: neither --table nor --force names an algorithm of topocoll for up to 4 ranks; " +
		"the MPI library executes all calls\n"
	dir := proctest.PlainDir(t)
	table := &tuned.Table{Schema: tuned.Schema, Library: "Open MPI v4.1.4",
		Choices: []tuned.Choice{{Op: catalog.Bcast,
			Job: tuned.Job{Ranks: 4, Hosts: 1, Slots: 4}, Algo: "native", Gain: 1, Low: 1, High: 1,
			Sizes: []int{8}}}}
	plans := &dropin.Plans{}
	require.NoError(t, plans.Tuned(table, 4))
	none, c := libraryRules{}, &Command{N: 4}
	assert.Equal(t, line, c.noAlgorithmsNote(plans, none), "all native")
	c.Off = []string{"all"}
	assert.Empty(t, c.noAlgorithmsNote(plans, none), "as it was asked for")
	c = &Command{N: 4, observationFlags: observationFlags{Profile: "app.json"}}
	assert.Empty(t, c.noAlgorithmsNote(plans, none), "a profile needs no algorithm")
	table.Choices[0].Algo = "native:chain"
	c = &Command{N: 4}
	tuning := c.findRules(table)
	assert.Empty(t, c.noAlgorithmsNote(plans, tuning)+tuning.notes, "the rules apply")
	table.Choices[0].Algo = "hcube/bcast"
	for ranks, empty := range map[int]bool{3: true, 4: false, 5: false} {
		plans = &dropin.Plans{}
		require.NoError(t, plans.Tuned(table, ranks))
		assert.Equal(t, empty, c.noAlgorithmsNote(plans, none) != "", "%d ranks have communicators of 4",
			ranks)
	}
	_, _, err := (&Command{N: 4, Table: dir + "/none"}).prepare()
	assert.ErrorContains(t, err, "no such file")
}

// Every algorithm of topocoll that a table can select has plans.
func TestRunHasPlansForAllRows(t *testing.T) {
	for _, info := range option.AllAlgorithms() {
		if !info.Takes(4) || !dropin.Takes(info.Op) {
			continue
		}
		table := &tuned.Table{Schema: tuned.Schema,
			Choices: []tuned.Choice{{Op: info.Op, Job: tuned.Job{Ranks: 4, Hosts: 1, Slots: 4}, Algo: info.ID,
				Segment: 512,
				Sizes:   []int{4096}}}}
		require.NoError(t, table.Check(), info.ID)
		plans := &dropin.Plans{}
		require.NoError(t, plans.Tuned(table, 4), info.ID)
		assert.False(t, plans.Empty(), info.ID)
	}
}

// run accepts a table only if it was measured with the installed MPI library.
func TestRunRefusesTables(t *testing.T) {
	here, err := rules.ParseVersion(ranks.Library().Version())
	if err != nil {
		t.Skip("needs an mpirun")
	}
	dir := proctest.PlainDir(t)
	c := &Command{N: 4, Table: dir}
	for says, ok := range map[string]bool{here.String() + ", package: Debian": true, "My MPI 0.1": false,
		"Open MPI v4.1.0": false} {
		table := &tuned.Table{Schema: tuned.Schema, Library: says, Choices: []tuned.Choice{}}
		require.NoError(t, results.Save(filepath.Join(dir, tune.TableName), table.Write))
		_, _, err := c.prepare()
		if ok {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorContains(t, err,
			dir+"/tuned.json was measured with \""+says+"\", but mpirun belongs to "+here.String()+
				"; use the same library")
		assert.Equal(t, exit.BadInput, codeOf(err))
	}
}

// A new plan file replaces the old one. A process that has the old file open still reads the old content.
func TestPlansAreReplaced(t *testing.T) {
	c := &Command{N: 4, Plans: filepath.Join(proctest.PlainDir(t), "plans")}
	require.NoError(t, os.WriteFile(c.Plans, []byte("before"), 0o644))
	before, err := os.Open(c.Plans)
	require.NoError(t, err)
	defer before.Close()
	name, temporary, err := c.writePlans(&dropin.Plans{})
	require.NoError(t, err)
	assert.False(t, temporary)
	assert.Equal(t, c.Plans, name)
	text := make([]byte, 100)
	n, _ := before.Read(text)
	assert.Equal(t, "before", string(text[:n]))
	assert.NotEqual(t, "before", read(t, filepath.Dir(name), "plans"))
}

// On any number of ranks, the plans of --deterministic execute blocks of any length. Otherwise another
// algorithm, which may add in a different order, would execute the remaining words.
func TestRunDeterministic(t *testing.T) {
	f := algorithmFlags{Deterministic: true}
	for p := 2; p <= 33; p++ {
		ids := f.forced(p)
		assert.Len(t, ids, 5)
		for _, id := range ids {
			row, found := catalog.FindByteRow(id)
			require.True(t, found && row.Takes(p), id)
			var args catalog.Args[byte]
			args.Op.Commutative = row.Commutative
			template, err := catalog.NewTemplate(row, p, 0, args)
			require.NoError(t, err)
			assert.Equal(t, 1, template.Units, id)
			assert.False(t, row.Pipelined(), id)
		}
	}
	for says, c := range map[string]*Command{
		"--force ring/allreduce": {algorithmFlags: algorithmFlags{Force: []string{"ring/allreduce"}}},
		"--off all":              {algorithmFlags: algorithmFlags{Off: []string{"all"}}},
		"--off reduce":           {algorithmFlags: algorithmFlags{Off: []string{"reduce"}}},
		"--deterministic cannot be used with --verbose": {observationFlags: observationFlags{Verbose: true}},
	} {
		c.Deterministic = true
		_, _, err := c.prepare()
		assert.ErrorContains(t, err, says)
	}
	f = algorithmFlags{Deterministic: true, Force: []string{"ring/bcast"}, Off: []string{"alltoall"}}
	assert.NoError(t, f.check())
}

func codeOf(err error) int { return exit.Report(io.Discard, err) }

func read(t *testing.T, dir, name string) string {
	text, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(text)
}

// Without --network, the plans are for the network of the table.
func TestRunUsesTheNetworkOfTheTable(t *testing.T) {
	table := &tuned.Table{Schema: tuned.Schema, Network: "links:h0-h1,h1-h2,h2-h3@1gbit",
		Choices: []tuned.Choice{{Op: catalog.Bcast, Job: tuned.Job{Ranks: 4, Hosts: 4, Slots: 1},
			Algo: "network/bcast", Sizes: []int{8}}}}
	c := &Command{N: 4, Table: "report"}
	plans, err := c.makePlans(table)
	require.NoError(t, err)
	assert.Equal(t, table.Network, plans.On.String())
	var chain, star strings.Builder
	_, err = plans.WriteTo(&chain)
	require.NoError(t, err)

	require.NoError(t, c.Network.UnmarshalText([]byte("star:4")))
	plans, err = c.makePlans(table)
	require.NoError(t, err)
	assert.Equal(t, "star:4", plans.On.String(), "--network has priority")
	_, err = plans.WriteTo(&star)
	require.NoError(t, err)
	assert.NotEqual(t, star.String(), chain.String())

	table.Network = "slurm"
	_, err = (&Command{N: 4, Table: "report"}).makePlans(table)
	assert.ErrorContains(t, err, "the network of --table report: ")
	assert.Equal(t, exit.BadInput, codeOf(err))
}
