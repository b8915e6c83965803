package probe

import "topocoll/internal/cli/option"

// A Command finds the network between the hosts of a job.
type Command struct {
	N   int    `short:"n" help:"Number of ranks to start in an allocation of hosts." placeholder:"P"`
	Out string `short:"o" help:"Write the links of the network to this file." placeholder:"FILE" type:"path"`
	option.RanksPerCoreFlag
}

func (*Command) Help() string {
	return `Finds the network between the hosts of a job: one rank of each host sends long messages in
several patterns, and probe selects the network whose routes predict their times best. probe tries the kinds
of --network whose links all have the same rate. With 4 to 32 hosts, it also finds the order of the hosts in
the network. Nothing else should use the network meanwhile.

  mpirun -n 16 topocoll probe
  srun topocoll probe -o net.txt
  topocoll cluster run lab -- topocoll probe`
}
