package libraries_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/tuned"
)

// Select returns the selected algorithm for a job of 8 ranks on one host or on 4 hosts. Sizes of allgather
// are totals over all ranks.
func TestTakes(t *testing.T) {
	const (
		classic = "2\n7 2\n0 1\n 0 0 0 0\n8 2\n 0 6 0 0\n 4096 2 4 8192\n0 1\n8 1\n 0 4 0 0\n"
		han     = "1\nbcast 1\n2 2\n1 1\n0 han\n8 2\n0 han\n1024 tuned\n"
		json    = `{"collectives":{"bcast":[{"comm_size_min":8,"comm_size_max":8,"rules":[{` +
			`"msg_size_min":64,"alg":"binomial"}]}]}}`
		env = "MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial\nMPIR_CVAR_SCAN_INTRA_ALGORITHM=auto\n" +
			"MPIR_CVAR_REDUCE_SCATTER_BLOCK_INTRA_ALGORITHM=pairwise\n"
	)
	one, spread, flat := tuned.Job{Ranks: 8, Hosts: 1, Slots: 8}, tuned.Job{Ranks: 8, Hosts: 4, Slots: 2},
		tuned.Job{Ranks: 8, Hosts: 8, Slots: 1}
	seven := tuned.Job{Ranks: 7, Hosts: 1, Slots: 7}
	rulesFile := rules.File{Name: "openmpi-rules.conf", Text: []byte(classic)}
	hanToo := []rules.File{rulesFile, {Name: "openmpi-han.conf", Text: []byte(han)}}
	variables := []rules.File{{Name: "mpich.env", Text: []byte(env)}}
	for _, c := range []struct {
		files []rules.File
		v     rules.Version
		op    catalog.Collective
		job   tuned.Job
		block int
		does  string
		line  int
	}{
		{[]rules.File{rulesFile}, open4, catalog.Bcast, seven, 64, "", 4},
		{[]rules.File{rulesFile}, open4, catalog.Bcast, one, 64, "binomial", 6},
		{[]rules.File{rulesFile}, open4, catalog.Bcast, spread, 4096,
			"chain, fan-out 4, segments of 8192 bytes",
			7},
		{[]rules.File{rulesFile}, open4, catalog.Allgather, one, 8, "ring", 10},
		{[]rules.File{rulesFile}, open4, catalog.Reduce, one, 8, "", 0},
		{[]rules.File{rulesFile}, open4, catalog.Shift, one, 8, "", 0},
		{[]rules.File{rulesFile}, open4, catalog.Bcast, tuned.Job{Ranks: 1, Hosts: 1, Slots: 1}, 8, "", 0},
		{[]rules.File{rulesFile}, open5, catalog.Bcast, spread, 64, "", 0}, // HAN takes precedence
		{[]rules.File{rulesFile}, open5, catalog.Bcast, flat, 64, "binomial", 6},
		{hanToo, open5, catalog.Bcast, spread, 64, "", 0},
		{hanToo, open5, catalog.Bcast, spread, 1024, "binomial", 6},
		{hanToo, open4, catalog.Bcast, spread, 64, "binomial", 6}, // HAN is not in effect
		{hanToo, open4, catalog.Bcast, one, 64, "binomial", 6},
		{[]rules.File{{Name: "openmpi-rules.json", Text: []byte(json)}}, open6, catalog.Bcast, one, 64,
			"binomial", 1},
		{[]rules.File{{Name: "openmpi-rules.json", Text: []byte(json)}}, open6, catalog.Bcast, one, 63, "",
			0},
		{variables, mpich40, catalog.Bcast, one, 8, "binomial", 1},
		{variables, mpich40, catalog.ReduceScatter, one, 8, "pairwise", 3},
		{variables, mpich40, catalog.Scan, one, 8, "", 2},
		{variables, mpich40, catalog.Shift, one, 8, "", 0},
	} {
		o, err := libraries.Read(c.files, c.v, nil)
		require.NoError(t, err)
		does, line := o.Select(c.op, c.job, c.block)
		assert.Equal(t, c.does, does, "%v: %s on %v, %d bytes", c.v, c.op, c.job, c.block)
		assert.Equal(t, c.line, line, "%v: %s on %v, %d bytes", c.v, c.op, c.job, c.block)
	}
}

// If a file is a selection of MPICH, Select returns an algorithm only if it differs from the built-in
// selection.
func TestSelectionTakes(t *testing.T) {
	table := of(eight(catalog.Bcast, 0, 1023, "native", ""), eight(catalog.Bcast, 1024, 0,
		"native:scatter_recursive_doubling_allgather", ""))
	files, err := libraries.New(mpich42, []byte(ownSelection)).Write(table, mpich42)
	require.NoError(t, err)
	o, err := libraries.Read(files, mpich42, []byte(ownSelection))
	require.NoError(t, err)
	job := tuned.Job{Ranks: 8, Hosts: 1, Slots: 8}
	for block, want := range map[int]string{8: "", 1023: "", 1024: "scatter_recursive_doubling_allgather"} {
		does, _ := o.Select(catalog.Bcast, job, block)
		assert.Equal(t, want, does, "%d bytes", block)
	}
	does, _ := o.Select(catalog.Allreduce, job, 8)
	assert.Empty(t, does)
}

// comm_avg_ppn compares the mean number of ranks per host. The calls within and between hosts have separate
// means. MPICH 5.0 does not know the hosts for these calls, so comm_avg_ppn is never true for them.
func TestSelectionByRanksPerHost(t *testing.T) {
	text := `{"collective=bcast":{"comm_avg_ppn<=2":{"algorithm=MPIR_Bcast_intra_binomial":{}},` +
		`"comm_size=any":{"algorithm=MPIR_Bcast_intra_scatter_ring_allgather":{}}}}`
	const few, many = "binomial", "scatter_ring_allgather"
	mpich50 := rules.Version{Library: rules.MPICH, Major: 5}
	for _, c := range []struct {
		hosts, slots   int
		want40, want50 string
	}{
		{1, 8, many, many},
		{8, 1, few, few},
		{4, 2, few, few + ", " + many},
		{2, 4, many + ", " + few + ", " + many, many},
	} {
		for v, want := range map[rules.Version]string{mpich40: c.want40, mpich42: c.want40, mpich50: c.want50} {
			o, err := libraries.Read([]rules.File{{Name: "F", Text: []byte(text)}}, v, nil)
			require.NoError(t, err)
			does, _ := o.Select(catalog.Bcast, tuned.Job{Ranks: 8, Hosts: c.hosts, Slots: c.slots}, 8)
			assert.Equal(t, want, does, "%v: %d hosts with %d ranks each", v, c.hosts, c.slots)
		}
	}
}

func TestObeyRefuses(t *testing.T) {
	for want, c := range map[string]struct {
		text string
		v    rules.Version
	}{
		"F: line 4: Open MPI 4.1.4 ignores the whole file: the first message size is 5, but must be 0": {
			"1\n7 1\n0 1\n5 6 0 0", open4},
		"F: Open MPI 5.0.7 ignores the whole file: ": {
			"1\nbcast 1\ninter_node 1\n4 1\n0 tuned\n", open5},
		"F: this is a selection of algorithms (MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE) of MPICH;": {
			`{"collective=bcast":{}}`, open5},
		"F: line 1": {`{"collective=bcast":`, mpich42},
	} {
		_, err := libraries.Read([]rules.File{{Name: "F", Text: []byte(c.text)}}, c.v, nil)
		assert.ErrorContains(t, err, want)
	}
}

// Default returns the library's own choice if it is known: from the built-in selection, or from HAN of Open
// MPI.
func TestDefault(t *testing.T) {
	const han = "1\nbcast 1\n2 1\n1 3\n0 han\n1024 tuned\n4096 basic\n"
	hanFile := []rules.File{{Name: "openmpi-han.conf", Text: []byte(han)}}
	one, spread := tuned.Job{Ranks: 8, Hosts: 1, Slots: 8}, tuned.Job{Ranks: 8, Hosts: 4, Slots: 2}
	for _, c := range []struct {
		files []rules.File
		v     rules.Version
		own   string
		op    catalog.Collective
		job   tuned.Job
		block int
		want  string
	}{
		{nil, open4, "", catalog.Bcast, spread, 8, "binary_tree"},
		{nil, open5, "", catalog.Bcast, one, 7, "knomial"},
		{nil, open5, "", catalog.Bcast, one, 8, "binary_tree"},
		{nil, open5, "", catalog.Allgather, tuned.Job{Ranks: 32, Hosts: 1, Slots: 32}, 65536, "ring"},
		{nil, open5, "", catalog.ReduceScatter, one, 4, "recursive_halving"},
		{nil, open5, "", catalog.Scan, one, 8, "linear"},
		{nil, open5, "", catalog.Bcast, tuned.Job{Ranks: 1, Hosts: 1, Slots: 1}, 8, ""},
		{nil, open6, "", catalog.Bcast, one, 8, ""},
		{nil, open5, "", catalog.Bcast, spread, 4096, "HAN"},
		{nil, open5, "", catalog.Alltoall, spread, 8, "linear_sync"}, // HAN has it since 6.0
		{nil, open6, "", catalog.Alltoall, spread, 8, "HAN"},
		{nil, open5, "", catalog.Shift, spread, 8, ""},
		{hanFile, open5, "", catalog.Bcast, spread, 8, "HAN"},
		{hanFile, open5, "", catalog.Bcast, spread, 1024, "knomial"},
		{hanFile, open5, "", catalog.Bcast, spread, 4096, ""},
		{nil, mpich42, "", catalog.Bcast, one, 8, ""},
		{nil, mpich42, ownSelection, catalog.Bcast, one, 8, "binomial"},
		{nil, mpich42, ownSelection, catalog.Bcast, one, 65, "scatter_ring_allgather"},
		{nil, mpich42, ownSelection, catalog.Shift, one, 8, ""},
	} {
		var own []byte
		if c.own != "" {
			own = []byte(c.own)
		}
		s, err := libraries.Read(c.files, c.v, own)
		require.NoError(t, err)
		assert.Equal(t, c.want, s.Default(c.op, c.job, c.block), "%v: %s on %v, %d bytes", c.v, c.op, c.job,
			c.block)
	}
	_, err := libraries.Read(nil, mpich42, []byte("{"))
	assert.ErrorContains(t, err, "built in: line 1: ")
}

// A file is in effect if all its variables are set. The effect of other settings is unknown.
func TestFilesInEffect(t *testing.T) {
	const tuned, han = "OMPI_MCA_coll_tuned_", "OMPI_MCA_coll_han_"
	both := []string{tuned + "use_dynamic_rules=1", tuned + "dynamic_rules_filename=/a b.conf"}
	for _, c := range []struct {
		v        rules.Version
		settings []string
		want     []string
	}{
		{open4, nil, nil},
		{open4, both, []string{"/a b.conf"}},
		{open4, both[:1], nil},
		{open4, both[1:], nil},
		{open5, append([]string{han + "dynamic_rules_filename=h", han + "use_dynamic_file_rules=1"}, both...),
			[]string{"/a b.conf", "h"}},
		{mpich40, []string{"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=s.json"}, []string{"s.json"}},
	} {
		got, err := libraries.FilesInEffect(c.v, c.settings)
		require.NoError(t, err)
		assert.Equal(t, c.want, got, "%v", c.settings)
	}
	for _, setting := range []string{"OMPI_MCA_coll=^han", tuned + "bcast_algorithm=1",
		tuned + "use_dynamic_rules=0", "MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial"} {
		_, err := libraries.FilesInEffect(open4, append([]string{setting}, both...))
		assert.ErrorContains(t, err, setting)
	}
}
