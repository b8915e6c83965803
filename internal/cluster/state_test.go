package cluster_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// apart runs a shell script in which the command topocoll runs "topocoll cluster" of this build. The script
// has its own /run, so it sees no other clusters, and it may damage every file. The processes of the script
// end with the script.
func apart(t *testing.T, script string) string {
	needCluster(t)
	const before = `mount -t tmpfs none /run; mkdir /run/topocoll; topocoll() { "$binary" cluster "$@" 2>&1 ||
echo "exit $?"; }
spaces() { ls /run/netns 2>/dev/null | wc -l; }
begun() { "$binary" cluster up lab torus:8x8@50mbit >/run/out 2>&1 & until [ $(spaces) -gt "$1" ]; do :; done
}
`
	run := proctest.Command(t, "unshare", "--mount", "sh", "-ec", before+script)
	run.Env = append(os.Environ(), "binary="+binary)
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// If up gets a signal, it removes the parts that it has built.
func TestSystemStoppedUp(t *testing.T) {
	for signal, name := range map[string]string{"INT": "interrupt", "TERM": "terminated", "HUP": "hangup"} {
		out := apart(t,
			`{ until [ $(spaces) -gt 5 ]; do :; done; kill -`+signal+
				` $(cat /run/up); } & # up itself not: it would be deaf to ^C
sh -c 'echo $$ >/run/up; exec "$binary" cluster up lab torus:8x8@50mbit' 2>&1 || echo "exit $?"; spaces
ls -A /run/topocoll; ls /etc/netns | grep topocoll-lab- || true; topocoll status`)
		assert.Regexp(t,
			"^topocoll: cluster: up lab: "+name+".*; the parts already built are removed\nexit 1\n0\n$", out)
	}
}

// Status and down find the parts left by an up that was killed.
func TestSystemKilledUp(t *testing.T) {
	out := apart(t,
		`begun 5; kill -KILL $!; until topocoll status | grep incomplete; do :; done; topocoll run lab -- `+
			`true; topocoll down; spaces; ls -A /run/topocoll; topocoll status`)
	assert.Regexp(t,
		`^lab              torus:8x8@50mbit  incomplete: \d+ of 64 hosts; topocoll cluster down lab removes it
topocoll: cluster: lab is incomplete: \d+ of 64 hosts; topocoll cluster down lab removes it
exit 1
0
$`, out)
}

// A cluster without its file is found by its namespaces, and missing parts are reported.
func TestSystemIncomplete(t *testing.T) {
	out := apart(t,
		`topocoll up lab star:4; ip netns del topocoll-lab-4; topocoll status; rm /run/topocoll/lab; `+
			`topocoll status; topocoll run lab -- true; topocoll down; spaces`)
	assert.Equal(t, `lab is up: star:4, hosts h0 to h3
lab              star:4  incomplete: 4 of 4 hosts; topocoll cluster down lab removes it
lab              incomplete: 4 hosts; topocoll cluster down lab removes it
topocoll: cluster: lab is incomplete: 4 hosts; topocoll cluster down lab removes it
exit 1
0
`, out)
}

// If a host disappears during up, up prints one line and removes the other hosts.
func TestSystemAHostGoesDuringUp(t *testing.T) {
	out := apart(t,
		`begun 5; ip netns del topocoll-lab-3; wait $! || echo "exit $?"; cat /run/out; spaces; ls -A `+
			`/run/topocoll`)
	assert.Regexp(t, "^exit 1\ntopocoll: cluster: ip .*(topocoll-lab-3|\"to3\").*\n0\n$", out,
		"the host, or the cable of another host to it")
}

// Files that are damaged or belong to no cluster are reported one by one. Other clusters can still be used.
func TestSystemSpoiltFiles(t *testing.T) {
	out := apart(t,
		`topocoll up good ring:2; cd /run/topocoll; echo garbage >bad; mkdir -p dir/full; mkfifo pipe
: >empty; cp good good~; ln -s /nowhere link; echo lab >UP
topocoll status; topocoll run bad -- true; topocoll down --all; ls -A; spaces; rm good~ UP; rmdir dir/full
topocoll down --all; ls -A; topocoll status`)
	notSpec := `, want ring:P, torus:RxC, mesh:RxC, hypercube:P, tree:P, star:P, crossbar:P, ` +
		`fattree:HxLxS, dragonfly:G,A,H, file:FILE or slurm; topocoll cluster down `
	odd := ` does not belong to a cluster; remove the file
`
	assert.Equal(t, `good is up: ring:2, hosts h0 to h1
good             ring:2
topocoll: cluster: /run/topocoll/UP`+odd+`cluster: /run/topocoll/good~`+odd+
		`cluster: /run/topocoll/bad: topo: network "garbage"`+notSpec+`bad removes it
cluster: /run/topocoll/dir: not a regular file; topocoll cluster down dir removes it
cluster: /run/topocoll/empty: topo: network ""`+notSpec+`empty removes it
cluster: /run/topocoll/link: not a regular file; topocoll cluster down link removes it
cluster: /run/topocoll/pipe: not a regular file; topocoll cluster down pipe removes it
exit 1
topocoll: cluster: /run/topocoll/bad: topo: network "garbage"`+notSpec+`bad removes it
exit 1
topocoll: cluster: /run/topocoll/UP`+odd+`cluster: /run/topocoll/good~`+odd+
		`cluster: remove /run/topocoll/dir: directory not empty
exit 1
UP
dir
good~
0
`, out)
}

// The file of a cluster contains the links of a list, not the name of the list.
func TestSystemUpFromAList(t *testing.T) {
	out := apart(t,
		`printf 'h0 s0 50mbit # slow\nh1 s0 1gbit\n' >/run/net.txt; topocoll up lab file:/run/net.txt; rm `+
			`/run/net.txt; topocoll status; cat /run/topocoll/lab; topocoll down; topocoll up lab `+
			`file:/run/net.txt; spaces`)
	assert.Equal(t, `lab is up: links:h0-s0=50mbit,h1-s0=1gbit, hosts h0 to h1
lab              links:h0-s0=50mbit,h1-s0=1gbit
links:h0-s0=50mbit,h1-s0=1gbit
topocoll: <network>: open /run/net.txt: no such file or directory
exit 2
0
`, out)
}

// Concurrent calls of up with the same name run one after the other, and the first call succeeds. A call of
// down waits for an earlier call of up.
func TestSystemTurns(t *testing.T) {
	out := apart(t,
		`for network in torus:6x6 ring:9 star:20; do { "$binary" cluster up lab $network 2>&1 || echo `+
			`"exit $?"; } & done; wait; topocoll status; echo "$(spaces) places"`)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 7, out)
	places := map[string]string{"lab              torus:6x6": "36 places",
		"lab              ring:9": "9 places", "lab              star:20": "21 places"}
	require.Contains(t, places, lines[5])
	assert.Equal(t, places[lines[5]], lines[6])
	assert.Equal(t, 2, strings.Count(out, "exit 2"), out)
	assert.Equal(t, 2,
		strings.Count(out, " is already up, with network "+strings.Fields(lines[5])[1]+"; use another name"), out)

	out = apart(t,
		`begun 5; topocoll status; topocoll run lab -- true; topocoll down lab; wait; cat /run/out; `+
			`spaces; ls -A /run/topocoll`)
	assert.Regexp(t, `^lab              torus:8x8@50mbit  being built or removed: \d+ of 64 hosts
topocoll: cluster: lab is being built or removed: \d+ of 64 hosts
exit 1
lab is up: torus:8x8@50mbit, hosts h0 to h63
0
$`, out)
}

// If a cluster is already up, another up with the same network changes nothing, and an up with another
// network is rejected. A down of a cluster that is not up is rejected.
func TestSystemUpOfWhatIsUp(t *testing.T) {
	out := apart(t,
		`topocoll up lab ring:3; ip netns exec topocoll-lab-1 sleep 86398.5 &
until ip netns pids topocoll-lab-1 | grep -q .; do :; done
topocoll up lab ring:3; topocoll up lab ring:4@1gbit; kill $! && echo alive; topocoll status
topocoll down nolab; topocoll down lab; topocoll down lab; topocoll down`)
	assert.Equal(t, `lab is up: ring:3, hosts h0 to h2
lab is up: ring:3, hosts h0 to h2
topocoll: cluster: up lab: cluster lab is already up, with network ring:3; use another name, or remove it: `+
		`topocoll cluster down lab
exit 2
alive
lab              ring:3
topocoll: cluster: no cluster "nolab" is up; clusters that are up: lab; `+
		`to create one: topocoll cluster up NAME ring:8
exit 2
topocoll: cluster: no cluster "lab" is up; clusters that are up: none; `+
		`to create one: topocoll cluster up NAME ring:8
exit 2
no cluster is up
`, out)
}

// Nothing is built if the state folder cannot be written.
func TestSystemNowhereToWrite(t *testing.T) {
	out := apart(t,
		`mount -t tmpfs -o ro none /run/topocoll; topocoll up lab ring:4; spaces; umount /run/topocoll; `+
			`mkdir -p /run/topocoll/lab/full; topocoll up lab ring:4; spaces; rmdir /run/topocoll/lab/full `+
			`/run/topocoll/lab /run/topocoll; : >/run/topocoll; topocoll up lab ring:4; topocoll status; `+
			`topocoll down; spaces`)
	assert.Equal(t, `topocoll: cluster: open /run/topocoll/.lab.lock: read-only file system
exit 1
0
topocoll: cluster: remove /run/topocoll/lab: directory not empty
exit 1
0
topocoll: cluster: mkdir /run/topocoll: not a directory
exit 1
topocoll: cluster: open /run/topocoll: not a directory
exit 1
topocoll: cluster: open /run/topocoll: not a directory
exit 1
0
`, out)
}
