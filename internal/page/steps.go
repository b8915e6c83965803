package page

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"html/template"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/explain"
	"topocoll/sim"
	"topocoll/topo"
)

// A stepSection is the step diagrams of the best algorithm of each operation.
type stepSection struct {
	Figures []stepFigure
	Left    []string // commands for those that are not drawn
}

type stepFigure struct {
	Op, Algo, Sentence string
	P                  int
	Picture            template.HTMLAttr // src
}

const (
	mostDrawn     = 16      // ranks of a step diagram
	roomOfFigures = 500_000 // bytes of the page for all of them
)

// stepsOf draws the leader of each operation at the largest p that can be drawn.
func stepsOf(r *results.Result) stepSection {
	leaders := map[string]results.Contest{}
	var order []string
	for _, c := range results.Contests(r) {
		if c.Leader == "" {
			continue
		}
		old, known := leaders[c.Op]
		if !known {
			order = append(order, c.Op)
		}
		if !known || c.P <= mostDrawn && c.P > old.P || old.P > mostDrawn {
			leaders[c.Op] = c
		}
	}
	var s stepSection
	room := roomOfFigures
	for _, op := range order {
		c := leaders[op]
		row, ours := catalog.Find[struct{}](c.Leader)
		if !ours {
			continue // a command with a name out of the file would be for the reader to paste
		}
		figure, err := diagram(c, row.Info, r.Env.Mesh)
		if err != nil || len(figure.Picture) > room {
			s.Left = append(s.Left, fmt.Sprintf("topocoll explain %s -p %d --svg FILE", c.Leader, c.P))
			continue
		}
		room -= len(figure.Picture)
		s.Figures = append(s.Figures, figure)
	}
	return s
}

// diagram runs the leader of a contest on the network it is at home on.
func diagram(c results.Contest, info catalog.Info, mesh string) (stepFigure, error) {
	f := stepFigure{Op: c.Op, Algo: c.Leader, P: c.P}
	if c.P > mostDrawn {
		return f, fmt.Errorf("page: figure of %s on %d processes, want at most %d", c.Leader, c.P, mostDrawn)
	}
	model := info.Model()
	extents := extentsOf(info, mesh, c.P)
	network, err := model.Home.Network(c.P, extents)
	if err != nil {
		return f, err
	}
	machine := sim.Config{Ts: 10, Tw: 0.01, Th: 0.1, Network: network, Contention: true, Placement: model.Placement(c.P)}
	if model.CT {
		machine.Routing = sim.CT
	}
	figure, err := explain.Run(context.Background(), info, model, machine, explain.Args{P: c.P, Shift: 1, Mesh: extents})
	if err != nil {
		return f, err
	}
	var svg bytes.Buffer
	if err := figure.SVG(&svg); err != nil {
		return f, err
	}
	f.Sentence = figure.Sentence()
	f.Picture = template.HTMLAttr(`src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString(svg.Bytes()) + `"`)
	return f, nil
}

// extentsOf are those of the run if they are for p processes; nil for an algorithm without a mesh.
func extentsOf(info catalog.Info, mesh string, p int) topo.Mesh {
	if info.Topology() != "mesh" {
		return nil
	}
	if extents, err := topo.ParseMesh(mesh); err == nil && extents.Size() == p {
		return extents
	}
	return topo.NearSquare(p, 2)
}
