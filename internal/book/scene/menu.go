package scene

import (
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// A Menu lists the choices for a view.
type Menu struct {
	Operations []Operation `json:"operations"`
	Networks   []string    `json:"networks"`
}

// An Operation is an operation with its algorithms.
type Operation struct {
	Name   string      `json:"name"`
	MPI    string      `json:"mpi"`
	Rooted bool        `json:"rooted"`
	Rows   []Algorithm `json:"rows"`
}

// An Algorithm is a row of the catalog.
type Algorithm struct {
	ID        string `json:"id"`
	Source    string `json:"source"`
	Pipelined bool   `json:"pipelined"` // the algorithm divides its message into segments
}

// NewMenu returns the whole catalog.
func NewMenu() Menu {
	menu := Menu{Networks: topo.Kinds()}
	for _, coll := range catalog.Collectives() {
		menu.Operations =
			append(menu.Operations, Operation{Name: string(coll), MPI: coll.MPI(), Rooted: coll.Rooted()})
	}
	for _, row := range catalog.Rows[none]() {
		i := slices.IndexFunc(menu.Operations, func(o Operation) bool { return o.Name == string(row.Op) })
		menu.Operations[i].Rows = append(menu.Operations[i].Rows,
			Algorithm{row.ID, row.Source, row.Model().Parts != nil})
	}
	return menu
}
