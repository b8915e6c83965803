package planfile

import "topocoll/plan"

// Times holds the modelled times of a job, and the parameters of the model, in µs.
type Times struct {
	// Start-up time of a message.
	Ts float64 `json:"ts"`
	// Time per word of a message.
	Tw float64 `json:"tw"`
	// Time per word of a combination.
	Tr float64 `json:"tr"`
	// Critical path for ts = 1000 tw if messages wait only for dependencies: its `messages` and `words`.
	Critical plan.Path `json:"critical_path"`
	// Result with one port: the `time` until the last node is done, and the critical `path`. The path holds the
	// numbers of `messages` and `words` that follow each other without a pause.
	OnePort Duration `json:"one_port"`
	// Result with all ports, in the same form.
	AllPort Duration `json:"all_port"`

	// TwSource is the origin of Tw. Commands print TwSource after the value of Tw. The file does not contain
	// TwSource.
	TwSource string `json:"-"`
}

// A Duration is the time until the last node is done, and the critical path that leads to it.
type Duration struct {
	Time float64   `json:"time"`
	Path plan.Path `json:"path"`
}

// NewTimes returns the times of a job on a machine, with one port and with all ports.
func NewTimes(job plan.Job, machine plan.Machine) (*Times, error) {
	longest, err := job.Longest()
	if err != nil {
		return nil, err
	}
	times := &Times{Ts: machine.Ts, Tw: machine.Tw, Tr: machine.Tr, Critical: longest}
	for _, ports := range []struct {
		time    *Duration
		allPort bool
	}{{&times.OnePort, false}, {&times.AllPort, true}} {
		machine.AllPort = ports.allPort
		schedule, err := job.Schedule(machine)
		if err != nil {
			return nil, err
		}
		*ports.time = Duration{schedule.Finish, schedule.Path}
	}
	return times, nil
}
