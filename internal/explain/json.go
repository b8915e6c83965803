package explain

import (
	"encoding/json"
	"io"

	"topocoll/sim"
)

// A record is the form of a figure in JSON.
type record struct {
	Algo     string          `json:"algorithm"`
	Op       string          `json:"operation"`
	MPI      string          `json:"mpi"`
	P        int             `json:"p"`
	M        int             `json:"m"`
	Root     int             `json:"root"`
	Shift    int             `json:"shift"`
	Network  string          `json:"network"`
	Routing  string          `json:"routing"` // sf or ct
	Ports    string          `json:"ports"`   // one, half or all
	Place    []int           `json:"place,omitempty"`
	Formula  string          `json:"formula,omitempty"`
	Messages int             `json:"messages"`
	Words    int             `json:"words"`
	Steps    [][]messageJSON `json:"steps"`
	Held     [][]string      `json:"held,omitempty"`
}

type messageJSON struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Words int    `json:"words"`
	Data  string `json:"data"`
	Route []int  `json:"route,omitempty"` // nodes and switches that the message passes, including both ends
}

// JSON writes the figure for other programs. It has the messages of every step. If the operation only moves
// data, it also has the data of every node before each step and after the last one.
func (f *Figure) JSON(w io.Writer) error {
	r := record{Algo: f.Info.ID, Op: string(f.Info.Op), MPI: f.Info.Op.MPI(), P: f.P, M: f.M, Root: f.Root,
		Shift:   f.Shift,
		Network: f.Machine.Network.String(), Routing: "sf", Ports: f.Machine.Ports.String(),
		Place:    f.Machine.Placement,
		Messages: f.Result.Messages, Words: f.Result.Words, Steps: [][]messageJSON{}}
	if f.Machine.Routing == sim.CT {
		r.Routing = "ct"
	}
	if f.Model.Cost != nil {
		r.Formula = f.Formula()
	}
	for _, arrows := range f.Steps {
		step := []messageJSON{}
		for _, a := range arrows {
			step = append(step, messageJSON{a.From, a.To, len(a.words), a.Data, f.route(a)})
		}
		r.Steps = append(r.Steps, step)
	}
	if f.distributes() {
		r.Held = f.Held()
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// route returns the nodes and switches that a message passes, or nil if it passes none between its ends.
func (f *Figure) route(a Arrow) (places []int) {
	if len(a.Path) < 2 {
		return nil
	}
	for i, link := range a.Path {
		from, to := f.Machine.Network.Ends(link)
		if i == 0 {
			places = append(places, from)
		}
		places = append(places, to)
	}
	return places
}
