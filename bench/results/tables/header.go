package tables

import (
	"fmt"
	"io"
	"strings"

	"topocoll/bench/results"
	"topocoll/internal/host"
	"topocoll/internal/wrap"
	"topocoll/topo"
)

// WriteMesh prints env.MeshText as a comment line, unless the text is empty.
func WriteMesh(w io.Writer, env results.Env) {
	if text := env.MeshText(); text != "" {
		fmt.Fprintf(w, "# mesh %s\n", text)
	}
}

// WriteEnv prints the environment as comment lines.
func WriteEnv(w io.Writer, env results.Env) {
	library, _, _ := strings.Cut(env.MPI, ", ident")
	wrap.WriteComment(w, "%s", env.Tool)
	wrap.WriteComment(w, "%s, %s", library, env.Go)
	for _, line := range env.HostLines() {
		wrap.WriteComment(w, "%s", line)
	}
	if env.Network != "" {
		wrap.WriteComment(w, "network %s", results.NetworkTitle(env.Network))
	}
	WriteMesh(w, env)
	if calls := env.CallOptions(); calls != "" {
		wrap.WriteComment(w, "all calls: %s", calls)
	}
	if len(env.Labels) > 0 {
		wrap.WriteComment(w, "labels mapped by --map %s", env.Map)
	}
	for _, line := range Crossings(env, env.P) {
		wrap.WriteComment(w, "%s", line)
	}
	how := fmt.Sprintf("sync=%s clock=%s%s", env.Sync, env.Clock, clockError(env))
	if env.Cache != "" {
		how += " cache=" + env.Cache
	}
	wrap.WriteComment(w, "%s, start skew p50 %s p95 %s", how, results.FormatTime(env.SkewP50),
		results.FormatTime(env.SkewP95))
	if env.TimeInC {
		wrap.WriteComment(w,
			"native calls, our algorithms and plans are timed in C, without the call from Go; go:ID and gompi "+
				"are timed from Go")
	}
	wrap.WriteComment(w, "empty sample %s, cgo call %.0f ns, clock reading %.0f ns",
		results.FormatTime(env.Overhead), env.CgoFloor, env.ClockCost)
	if env.MemoryRank > 0 {
		wrap.WriteComment(w, "memory: %s", MemoryText(env.MemoryRank, env.MemoryMachine))
	}
	if env.Launches > 1 {
		wrap.WriteComment(w, "%d launches, one after the other; n is the number of samples in all launches",
			env.Launches)
	}
	if env.Oversubscribed {
		verdicts := "so all verdicts are inconclusive unless --allow-oversubscribed is given"
		if env.CoresKnown {
			verdicts = "but every verdict holds with and without these delays, which are at most the times " +
				"of the same calls on links without rate limits"
		}
		wrap.WriteComment(w,
			"more ranks than cores: the times include scheduling delays, %s; the message and byte counts are "+
				"not affected",
			verdicts)
		if !strings.HasPrefix(env.MPI, "Open MPI") {
			wrap.WriteComment(w,
				"MPICH's ranks spin while they wait, so a call may take 100 times as long as with a core "+
					"for each rank")
		}
	}
}

// MemoryText describes the maximum memory in bytes of one rank, and of all ranks of a machine.
func MemoryText(rank, machine int) string {
	return fmt.Sprintf("at most %s per rank, %s for all ranks of a machine",
		host.FormatMemory(int64(rank)), host.FormatMemory(int64(machine)))
}

// clockError describes the largest error between the clocks of several hosts. It returns "" if there is only
// one host.
func clockError(e results.Env) string {
	if e.ClockError == 0 {
		return ""
	}
	return " (error at most " + results.FormatTime(e.ClockError) + ")"
}

// Crossings returns a line for each virtual topology on p ranks, such as "ring: 2 of 8 links connect
// different hosts". The links of each dimension are counted under the run's mapping. It returns nil if the
// counts are trivial, because all ranks are on one host, or because every rank is on its own host.
func Crossings(env results.Env, p int) (lines []string) {
	if p < 1 || len(env.Hosts) < 2 || len(env.Hosts) == len(env.Ranks) || p > len(env.Ranks) ||
		len(env.Labels) != 0 && len(env.Labels) < p {
		return nil
	}
	host := func(label int) string {
		if len(env.Labels) > 0 {
			label = env.Labels[label]
		}
		return env.Ranks[label].Host
	}
	count := func(peer func(label int) int) string {
		cross, of := 0, 0
		for label := range p {
			if other := peer(label); other != label && other < p {
				of++
				if host(label) != host(other) {
					cross++
				}
			}
		}
		return fmt.Sprintf("%d of %d", cross, of)
	}
	addLine := func(topology string, dimensions ...string) {
		line := topology + ": " + strings.Join(dimensions, ", ") + " links connect different hosts"
		if len(dimensions) > 1 {
			line += " (one count per dimension)"
		}
		if len(dimensions) > 0 {
			lines = append(lines, line)
		}
	}
	addLine("ring", count(func(label int) int { return (label + 1) % p }))
	extents, err := topo.ParseMesh(env.Mesh)
	if err != nil || extents.Size() != p {
		extents = topo.NearSquare(p, 2)
	}
	var mesh, cube []string
	for dim, extent := range extents {
		if extent > 1 {
			mesh = append(mesh, count(func(label int) int { return extents.Neighbour(label, dim, 1) }))
		}
	}
	for dim := range topo.CubeDim(p) {
		cube = append(cube, count(func(label int) int { return label ^ 1<<dim }))
	}
	addLine("mesh "+extents.String(), mesh...)
	addLine("hypercube", cube...)
	return lines
}
