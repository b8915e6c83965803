//go:build cgo

package openmpi_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/job/launcher"
	"topocoll/internal/proctest"
	"topocoll/internal/rules"
	"topocoll/internal/rules/openmpi"
	"topocoll/internal/rules/rulestest"
	"topocoll/mpi"
)

// agent replaces ssh. It starts the ranks of another host on this machine under that host's name, so the
// library sees several hosts.
const agent = "#!/bin/sh\nhost=$1\nshift\nexec unshare --uts sh -c 'hostname \"$1\"; shift; exec sh -c " +
	"\"$*\"' sh \"$host\" \"$@\"\n"

// looked matches the messages that HAN prints about its lookups. A lookup finds no operation, no level, a
// rule for a call, or no rule.
var looked = regexp.MustCompile(
	`searched (?:a rule )?for (?:topologic level (\d) \(\w+\) rule for )?collective \d+ \((\w+)\) ` +
		`(?:on topological level (\d) \(\w+\) for a (\d+) configuration size (?:for a (\d+) sized ` +
		`message)?(?:\. Found a rule .* component \d+ \((\w+))?)?`)

// For random files on two hosts with two ranks each, the reader finds the same rules as HAN.
func TestSystemHANSelectsAsRead(t *testing.T) {
	mpirun, err := launcher.OpenMPI.Mpirun()
	v, unknown := rules.ParseVersion(launcher.OpenMPI.Version())
	switch {
	case mpi.BuiltFor() != mpi.OpenMPI || err != nil || unknown != nil:
		t.Skip("needs Open MPI and its mpirun")
	case exec.Command("unshare", "--uts", "hostname", "a").Run() != nil:
		t.Skip("needs to name hosts: unshare --uts")
	}
	const seed = 29
	for i := range rulestest.Trials(1) {
		t.Run(fmt.Sprintf("seed %d.%d", seed, i), func(t *testing.T) {
			dir, err := os.MkdirTemp("", "han") // a short path for sockets, used only by this run
			require.NoError(t, err)
			defer os.RemoveAll(dir)
			random := rand.New(rand.NewPCG(seed, i))
			file := randomHAN(random, v)
			name, starts := filepath.Join(dir, "han.conf"), filepath.Join(dir, "agent")
			require.NoError(t, os.WriteFile(name, file, 0o644))
			require.NoError(t, os.WriteFile(starts, []byte(agent), 0o755))
			var words []string
			for _, op := range []string{"bcast", "reduce", "allreduce", "allgather", "gather", "scatter",
				"barrier"} {
				for range 3 {
					words = append(words, fmt.Sprint(op, " ", 1+random.IntN(200)))
				}
			}
			four, mapped := v.Major == 4, "ppr:2:node:OVERSUBSCRIBE"
			if four {
				mapped = "ppr:2:node"
			}
			command := proctest.Command(t, mpirun, "--map-by", mapped, "--host", "a:2,b:2", "-n", "4",
				os.Args[0])
			command.Env = append(command.Environ(), launcher.AsRoot...)
			command.Env =
				append(command.Env, calls+"="+strings.Join(words, " "), "OMPI_MCA_plm_rsh_agent="+starts,
					"PRTE_MCA_plm_ssh_agent="+starts,
					"OMPI_MCA_orte_tmpdir_base="+dir, "PRTE_MCA_prte_tmpdir_base="+dir,
					"OMPI_MCA_btl=tcp,self", "OMPI_MCA_btl_tcp_if_include=lo",
					"OMPI_MCA_mpi_yield_when_idle=1",
					"OMPI_MCA_coll_han_priority=35",
					"OMPI_MCA_coll_han_use_dynamic_file_rules=1",
					"OMPI_MCA_coll_han_dynamic_rules_filename="+name,
					speaks+"="+map[bool]string{true: "OMPI_MCA_coll_base_verbose=80",
						false: "OMPI_MCA_coll_han_verbose=80"}[four])
			var said bytes.Buffer
			command.Stderr = &said
			_, err = command.Output()
			require.NoError(t, err, "%s\n%s", said.String(), file)
			compareHAN(t, openmpi.ReadHAN(file, v), file, said.String())
		})
	}
}

// compareHAN compares the library's messages with the reader's rules.
func compareHAN(t *testing.T, read *openmpi.HANRules, file []byte, said string) {
	found, none := 0, 0
	for line := range strings.Lines(said[strings.Index(said, "== "):]) {
		got := looked.FindStringSubmatch(line)
		if got == nil {
			continue
		}
		op, component := got[2], got[6]
		level, _ := strconv.Atoi(got[1] + got[3])
		ranks, _ := strconv.Atoi(got[4])
		size, _ := strconv.ParseUint(got[5], 10, 64)
		if component != "" {
			want, _ := read.Choose(op, level, ranks, size)
			assert.Equal(t, want, component, "%s\n%s", line, file)
			found++
			continue
		}
		for at := range 3 { // without a level in the line, no level has rules for the operation
			if got[1]+got[3] == "" || at == level {
				want, _ := read.Choose(op, at, max(2, ranks), size)
				assert.Empty(t, want, "%s\n%s", line, file)
			}
		}
		none++
	}
	t.Logf("looked up: %d rules, and %d times none", found, none)
	assert.Greater(t, found+none, 20)
}

// randomHAN returns a random HAN file.
func randomHAN(r *rand.Rand, v rules.Version) []byte {
	var b bytes.Buffer
	say := func(n int) { fmt.Fprintf(&b, "%s ", spell(r, n)) }
	ops := []string{"bcast", "reduce", "allreduce", "allgather", "gather", "scatter", "barrier", "allgatherv"}
	r.Shuffle(len(ops), func(i, j int) { ops[i], ops[j] = ops[j], ops[i] })
	ops = ops[:4+r.IntN(5)]
	if r.IntN(3) == 0 {
		ops = append(ops, ops[0]) // the last rules for an operation replace earlier ones
	}
	fmt.Fprintf(&b, "%d # operations\n", len(ops))
	for _, op := range ops {
		levels := []int{2, r.IntN(3), r.IntN(3)}[:1+r.IntN(3)]
		fmt.Fprintf(&b, "%s %d\n", op, len(levels))
		for _, level := range levels {
			name := []string{"intra_node", "inter_node", "global_communicator"}[level]
			if v.Major == 4 || r.IntN(2) == 0 {
				name = strconv.Itoa(level)
			}
			entries := 1 + r.IntN(4) - r.IntN(10)/9
			fmt.Fprintf(&b, "%s %d\n", name, entries)
			ranks := 1
			for range entries {
				sizes, size := 1+r.IntN(3), 0
				say(ranks)
				fmt.Fprintf(&b, "%d\n", sizes)
				for range sizes {
					component := []string{"tuned", "basic", "tuned", "libnbc"}[r.IntN(4)]
					crashes := v.Major == 4 && op == "allreduce" // if a different component receives the call
					if level == 2 && (crashes || r.IntN(2) == 0) {
						component = "han"
					}
					if component == "han" && v.Major > 4 && op != "allgatherv" && r.IntN(2) == 0 {
						component = "han @simple"
					}
					fmt.Fprintf(&b, "  %d %s\n", size, component)
					size = max(0, size+r.IntN(120)-20)
				}
				ranks = max(1, ranks+r.IntN(4)-1)
			}
		}
	}
	return b.Bytes()
}
