// Package scene simulates algorithms of the catalog for the interactive book, which shows them in virtual
// time. A Scene has the messages on the network, each node's data, the source line that each node executes,
// and the cost formula with numbers.
package scene

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/explain"
	"topocoll/topo"
)

// A View selects an algorithm, its arguments and the machine.
type View struct {
	Row string
	// Segment is the segment size in words. An algorithm that is not pipelined divides only messages longer
	// than Segment. If Segment is 0, a pipelined algorithm chooses its segment size, and any other algorithm
	// divides no message.
	P, M, Root, Shift, Segment    int
	Auto                          bool   // choose the best Segment
	Network, Routing, Ports, Dims string // "" selects the machine that the formula assumes
	Ts, Tw, Th                    float64
}

// Limits on the words of a message and on times in µs. Sums of values within these limits do not overflow.
const (
	maxWords = 1 << 30
	maxTime  = 1e9
)

// ReadView reads a view from the fields of a form or a link, such as row, p and m. An empty or missing field
// gets its default value. The field `segment` may also be "auto".
func ReadView(fields map[string]string) (v View, err error) {
	v = View{Row: fields["row"], Network: fields["network"], Routing: fields["routing"],
		Ports: fields["ports"], Dims: fields["dims"]}
	if v.Row == "" {
		v.Row = "hcube/bcast"
	}
	segment := strings.TrimSpace(fields["segment"])
	if v.Auto = segment == "auto"; v.Auto {
		segment = ""
	}
	for _, n := range []struct {
		name, text    string
		to            *int
		usually, most int
	}{
		{"p", fields["p"], &v.P, 8, explain.MaxP}, {"m", fields["m"], &v.M, 960, maxWords},
		{"root", fields["root"], &v.Root, 0, explain.MaxP},
		{"shift", fields["shift"], &v.Shift, 1, explain.MaxP}, {"segment", segment, &v.Segment, 0, maxWords},
	} {
		*n.to = n.usually
		if text := strings.TrimSpace(n.text); text != "" {
			if *n.to, err = strconv.Atoi(text); err != nil || *n.to < 0 || *n.to > n.most {
				or := ""
				if n.name == "segment" {
					or = ", or auto"
				}
				return v, fmt.Errorf("%s %.20q, want a whole number, at most %d%s", n.name, text, n.most, or)
			}
		}
	}
	tw := 0.01
	if spec, err := topo.ParseSpec(strings.TrimSpace(v.Network)); err == nil && spec.UnitRate() > 0 {
		tw = 64e6 / spec.UnitRate() // the time of a word of 8 bytes
	}
	for _, n := range []struct {
		name    string
		to      *float64
		usually float64
	}{{"ts", &v.Ts, 10}, {"tw", &v.Tw, tw}, {"th", &v.Th, 0.1}} {
		*n.to = n.usually
		if text := strings.TrimSpace(fields[n.name]); text != "" {
			if *n.to, err = strconv.ParseFloat(text, 64); err != nil || !(*n.to >= 0 && *n.to <= maxTime) {
				return v, fmt.Errorf("%s %.20q, want µs from 0 to %v", n.name, text, maxTime)
			}
		}
	}
	return v, v.check()
}

func (v View) check() error {
	row, ok := catalog.Find[emptyWord](v.Row)
	switch {
	case !ok:
		return fmt.Errorf("no algorithm %.40q", v.Row)
	case v.P < 1:
		return fmt.Errorf("p %d, want at least 1", v.P)
	case !row.Takes(v.P):
		return fmt.Errorf("%s needs %s, got p = %d", row.ID, row.Accepts, v.P)
	case v.Root >= v.P:
		return fmt.Errorf("root %d, want 0 to %d", v.Root, v.P-1)
	}
	return nil
}

// rounded rounds a time to 11 significant digits, to hide floating-point errors.
func rounded(us float64) float64 {
	if us == 0 {
		return 0
	}
	scale := math.Pow(10, 11-math.Ceil(math.Log10(us)))
	return math.Round(us*scale) / scale
}

// A Menu lists what a View can select.
type Menu struct {
	Operations []Operation `json:"operations"`
	Networks   []string    `json:"networks"`
}

// An Operation is a collective operation with its algorithms.
type Operation struct {
	Name   string      `json:"name"`
	MPI    string      `json:"mpi"`
	Rooted bool        `json:"rooted"`
	Rows   []Algorithm `json:"rows"`
}

// An Algorithm describes an algorithm of the catalog.
type Algorithm struct {
	ID        string `json:"id"`
	Source    string `json:"source"`
	Pipelined bool   `json:"pipelined"` // the algorithm divides its message into segments
}

// NewMenu returns a menu of the whole catalog.
func NewMenu() Menu {
	menu := Menu{Networks: topo.Kinds()}
	for _, coll := range catalog.Collectives() {
		menu.Operations =
			append(menu.Operations, Operation{Name: string(coll), MPI: coll.MPI(), Rooted: coll.Rooted()})
	}
	for _, row := range catalog.Rows[emptyWord]() {
		i := slices.IndexFunc(menu.Operations, func(o Operation) bool { return o.Name == string(row.Op) })
		menu.Operations[i].Rows = append(menu.Operations[i].Rows,
			Algorithm{row.ID, row.Source, row.Model().Parts != nil})
	}
	return menu
}
