package page

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"html/template"

	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
	"topocoll/catalog"
	"topocoll/internal/explain"
	"topocoll/sim"
	"topocoll/topo"
)

// A stepSection holds a step diagram of the best algorithm of each operation.
type stepSection struct {
	Figures []stepFigure
	Left    []string // commands that draw the omitted diagrams
}

type stepFigure struct {
	Op, Algo, Sentence string
	P                  int
	Picture            template.HTMLAttr // src attribute of the picture
}

const (
	maxDiagramRanks = 16      // largest number of ranks of a step diagram
	maxDiagramBytes = 500_000 // maximum number of bytes of all diagrams
)

// stepSectionOf draws the fastest algorithm of each operation, at the largest process count that a diagram
// can show.
func stepSectionOf(r *results.Result) stepSection {
	leaders := map[string]ranking.Contest{}
	var order []string
	for _, c := range ranking.Contests(r) {
		if c.Leader == "" {
			continue
		}
		old, known := leaders[c.Op]
		if !known {
			order = append(order, c.Op)
		}
		if !known || c.P <= maxDiagramRanks && c.P > old.P || old.P > maxDiagramRanks {
			leaders[c.Op] = c
		}
	}
	var s stepSection
	room := maxDiagramBytes
	for _, op := range order {
		c := leaders[op]
		row, ours := catalog.FindByteRow(c.Leader)
		if !ours {
			continue // a command with a name that is not in the catalog could be harmful in a shell
		}
		figure, err := drawDiagram(c, row.Info, r.Env)
		if err != nil || len(figure.Picture) > room {
			s.Left = append(s.Left, commandOf(c, row.Info, r.Env))
			continue
		}
		room -= len(figure.Picture)
		s.Figures = append(s.Figures, figure)
	}
	return s
}

// drawDiagram draws the fastest algorithm of a contest on the topology for which the algorithm's cost formula
// is valid. It draws an algorithm of package network on the run's network instead.
func drawDiagram(c ranking.Contest, info catalog.Info, env results.Env) (stepFigure, error) {
	f := stepFigure{Op: c.Op, Algo: c.Leader, P: c.P}
	if c.P > maxDiagramRanks {
		return f, fmt.Errorf("page: figure of %s on %d processes, want at most %d", c.Leader, c.P,
			maxDiagramRanks)
	}
	args := explain.Args{P: c.P, Shift: 1, Mesh: extentsOf(info, env.Mesh, c.P)}
	machine := sim.Config{Ts: 10, Tw: 0.01, Th: 0.1, Contention: true}
	var network topo.Network
	if info.Topology() == "network" {
		network, machine.Ports = networkOf(env, c.P), sim.AllPort
	}
	figure, err := explain.RunAt(context.Background(), info, network, machine, args)
	if err != nil {
		return f, err
	}
	var svg bytes.Buffer
	if _, _, err := figure.Draw(&svg); err != nil {
		return f, err
	}
	f.Sentence = figure.Sentence()
	f.Picture = template.HTMLAttr(`src="data:image/svg+xml;base64,` +
		base64.StdEncoding.EncodeToString(svg.Bytes()) + `"`)
	return f, nil
}

// extentsOf returns the extents of the run's mesh. It returns nil if they do not fit the algorithm or the
// number of processes.
func extentsOf(info catalog.Info, mesh string, p int) topo.Mesh {
	extents, err := topo.ParseMesh(mesh)
	if err != nil || extents.Size() != p || !info.OnMesh() {
		return nil
	}
	return extents
}

// networkOf returns the run's network if each of its p hosts has one rank, and nil otherwise.
func networkOf(env results.Env, p int) topo.Network {
	fabric, err := topo.ParseFabric(env.Network)
	if err != nil || fabric.Slots > 1 || fabric.Network.Nodes() != p {
		return nil
	}
	return fabric.Network
}

// commandOf returns the command that draws an omitted diagram.
func commandOf(c ranking.Contest, info catalog.Info, env results.Env) string {
	command := fmt.Sprintf("topocoll explain %s -n %d", c.Leader, c.P)
	if known := networkOf(env, c.P); known != nil && info.Topology() == "network" {
		command += fmt.Sprintf(" --network '%v'", known)
	}
	return command + " --svg FILE"
}
