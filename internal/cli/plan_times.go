package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"topocoll/internal/timeline"
	"topocoll/plan"
)

// planMachine is the flags of the machine of a plan. They have the names and defaults of simulate.
type planMachine struct {
	Network network  `help:"Count the words on every link of a network: ring, torus:4x4, mesh:4x8, hypercube, tree, star:8@1gbit,slots=4, crossbar, or file:FILE with a list of links." placeholder:"KIND[:RxC]" predictor:"network"`
	Map     string   `help:"Which label is on which node of the network: identity, gray, snake, random[:SEED] or a list of nodes such as 3,1,0,2 (default: as in simulate)." placeholder:"MAP" predictor:"place"`
	Ports   string   `help:"What a node can do at the same time: one (one send and one receive) or all (send to all and receive from all) (default: ${default})." enum:"one,all" default:"one"`
	Ts      float64  `help:"Start-up time of a message, in µs (default: ${default})." default:"10"`
	Tw      *float64 `help:"Time per word of a message, in µs (default: the time of 8 bytes at the rate of the network, else 0.01)."`
	Tr      float64  `help:"Time per word of a combination, in µs (default: ${default})." default:"0"`
}

func (m planMachine) tw() float64 {
	tw, _ := m.Network.tw(m.Tw)
	return tw
}

// checked refuses times that are none.
func (m planMachine) checked() error {
	for _, t := range []float64{m.Ts, m.tw(), m.Tr} {
		if !(t >= 0 && t <= longest) {
			return usagef("--ts %v --tw %v --tr %v, want 0 or more and at most %v", m.Ts, m.tw(), m.Tr, longest)
		}
	}
	return nil
}

func (m planMachine) machine() plan.Machine {
	return plan.Machine{Ts: m.Ts, Tw: m.tw(), Tr: m.Tr, AllPort: m.Ports == "all"}
}

// planTimes is how long a job takes; docs/plan-json.md describes it.
type planTimes struct {
	Ts       float64  `json:"ts"`
	Tw       float64  `json:"tw"`
	Tr       float64  `json:"tr"`
	Critical pathJSON `json:"critical_path"`
	OnePort  timeJSON `json:"one_port"`
	AllPort  timeJSON `json:"all_port"`

	rate string // what tw is made of
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
	tw, rate := m.Network.tw(m.Tw)
	times := &planTimes{Ts: m.Ts, Tw: tw, Tr: m.Tr, Critical: pathJSON(longest), rate: rate}
	for _, of := range []struct {
		time *timeJSON
		all  bool
	}{{&times.OnePort, false}, {&times.AllPort, true}} {
		schedule, err := nodes.Schedule(plan.Machine{Ts: m.Ts, Tw: m.tw(), Tr: m.Tr, AllPort: of.all})
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

// of is a time and what it is made of.
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
func (c *planCommand) draw(f *planFile) error {
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
	file, err := os.Create(c.SVG)
	if err != nil {
		return err
	}
	return errors.Join(figure.SVG(file), file.Close())
}
