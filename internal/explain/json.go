package explain

import (
	"encoding/json"
	"io"

	"topocoll/sim"
	"topocoll/topo"
)

// figureJSON is the JSON form of a figure.
type figureJSON struct {
	Algo  string `json:"algorithm"`
	Op    string `json:"operation"`
	MPI   string `json:"mpi"`
	P     int    `json:"p"`
	M     int    `json:"m"`
	Root  int    `json:"root"`
	Shift int    `json:"shift"`
	machineJSON
	Formula  string          `json:"formula,omitempty"`
	Messages int             `json:"messages"`
	Words    int             `json:"words"`
	Steps    [][]messageJSON `json:"steps"`
	Held     [][]string      `json:"held,omitempty"`
}

type machineJSON struct {
	Network string `json:"network"`
	Routing string `json:"routing"` // sf or ct
	Ports   string `json:"ports"`   // one, half or all
	Place   []int  `json:"place,omitempty"`
}

type messageJSON struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Words int    `json:"words"`
	Data  string `json:"data"`
	Route []int  `json:"route,omitempty"` // nodes and switches that the message passes, including both ends
}

// JSON writes the messages of every step, and the data of every node before each step and after the last
// step. It omits the data for a broadcast, a barrier and a very large reduction.
func (f *Figure) JSON(w io.Writer) error {
	r := figureJSON{Algo: f.Info.ID, Op: string(f.Info.Op), MPI: f.Info.Op.MPI(), P: f.P, M: f.M, Root: f.Root,
		Shift: f.Shift,
		machineJSON: machineJSON{f.Machine.Network.String(), "sf", f.Machine.Ports.String(),
			f.Machine.Placement},
		Messages: f.Result.Messages, Words: f.Result.Words, Steps: [][]messageJSON{},
		Held: f.dataByStep()}
	if f.Machine.Routing == sim.CT {
		r.Routing = "ct"
	}
	if f.Model.Cost != nil {
		r.Formula = f.Formula()
	}
	for _, arrows := range f.Steps {
		step := []messageJSON{}
		for _, a := range arrows {
			step = append(step, messageJSON{a.From, a.To, len(a.words), a.Data, a.route(f.Machine.Network)})
		}
		r.Steps = append(r.Steps, step)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// route returns the nodes and switches that a message passes, including both ends. It returns nil if the
// message uses fewer than two links.
func (a Arrow) route(network topo.Network) (places []int) {
	if len(a.Path) < 2 {
		return nil
	}
	for i, link := range a.Path {
		from, to := network.Ends(link)
		if i == 0 {
			places = append(places, from)
		}
		places = append(places, to)
	}
	return places
}
