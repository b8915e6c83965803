package model

import (
	"fmt"
	"io"

	"topocoll/catalog"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/timeline"
	"topocoll/plan"
)

// planMachine are the flags for the machine of a plan.
type planMachine struct {
	Links `set:"for=Count the words on every link of a network"`
	Ports string  `help:"Ports of a node: one, or all (default: ${default})." enum:"one,all" default:"one"`
	Tr    float64 `help:"Time per word of a combination, in µs (default: ${default})." default:"0"`
}

// setup checks the flags, and returns the network, if --network names one, and what the algorithm needs of it.
func (m planMachine) setup(info catalog.Info, p int) (setup, error) {
	switch err := m.timesInRange("tr", m.Tr); {
	case err != nil:
		return setup{}, err
	case m.Network.String() != "":
		return Machine{Links: m.Links, Ports: m.Ports}.Setup(info, p)
	case m.Map != "":
		return setup{}, exit.Usagef("--map %s without --network", m.Map)
	}
	g, err := option.ParseDims(m.Dims)
	return setup{extents: g}, err
}

func (m planMachine) machine() plan.Machine {
	tw, _ := m.tw()
	return plan.Machine{Ts: m.Ts, Tw: tw, Tr: m.Tr, AllPort: m.Ports == "all"}
}

// planTimes has the times of a job; docs/reference/plan-json.md describes them.
type planTimes struct {
	Ts       float64  `json:"ts"`
	Tw       float64  `json:"tw"`
	Tr       float64  `json:"tr"`
	Critical pathJSON `json:"critical_path"`
	OnePort  timeJSON `json:"one_port"`
	AllPort  timeJSON `json:"all_port"`

	rate string // the origin of tw
}

type pathJSON struct {
	Messages int `json:"messages"`
	Words    int `json:"words"`
}

type timeJSON struct {
	Time float64  `json:"time"`
	Path pathJSON `json:"path"`
}

func (m planMachine) times(nodes plan.Job) (*planTimes, error) {
	longest, err := nodes.Longest()
	if err != nil {
		return nil, err
	}
	machine := m.machine()
	_, rate := m.tw()
	times := &planTimes{Ts: m.Ts, Tw: machine.Tw, Tr: m.Tr, Critical: pathJSON(longest), rate: rate}
	for _, of := range []struct {
		time *timeJSON
		all  bool
	}{{&times.OnePort, false}, {&times.AllPort, true}} {
		machine.AllPort = of.all
		schedule, err := nodes.Schedule(machine)
		if err != nil {
			return nil, err
		}
		*of.time = timeJSON{schedule.Finish, pathJSON(schedule.Path)}
	}
	return times, nil
}

func (t *planTimes) text(out io.Writer) {
	fmt.Fprintf(out, "critical path: %v, by dependencies alone\n", plan.Path(t.Critical))
	fmt.Fprintf(out, "one port:      %s\nall ports:     %s\nwith %s\n", t.of(t.OnePort), t.of(t.AllPort), t.units())
}

// of returns a time with its critical path.
func (t *planTimes) of(time timeJSON) string {
	sum := fmt.Sprintf("%v, %s µs", plan.Path(time.Path), micros(time.Time))
	if t.Tr > 0 {
		sum += " with combinations"
	}
	return sum
}

func (t *planTimes) units() string {
	units := fmt.Sprintf("ts = %v µs, tw = %v µs/word%s", t.Ts, t.Tw, t.rate)
	if t.Tr > 0 {
		units += fmt.Sprintf(", tr = %v µs/word", t.Tr)
	}
	return units
}

// draw writes the picture.
func (c *PlanCommand) draw(f *PlanFile) error {
	m := c.machine()
	schedule, err := f.Nodes.Schedule(m)
	if err != nil {
		return wrong(f, err)
	}
	time, ports := f.Times.OnePort, "one port, full duplex"
	if m.AllPort {
		time, ports = f.Times.AllPort, "all ports"
	}
	figure := timeline.Figure{Unit: "µs", Job: f.Nodes, Machine: m, Schedule: schedule, Head: []string{f.title(),
		fmt.Sprintf("%s: %s; critical path by dependencies alone: %v", ports, f.Times.of(time), plan.Path(f.Times.Critical)), f.Times.units()}}
	return saved.CreateFile(c.SVG, figure.SVG)
}
