// Package speedup implements the command that profiles a program, tunes its calls, and checks whether the
// program became faster.
package speedup

import (
	"time"

	"topocoll/internal/cli/option"
)

type Command struct {
	N        int            `group:"What to run" short:"n" help:"Number of ranks to start." placeholder:"P"`
	Launcher string         `group:"What to run" help:"Command that starts the ranks, such as 'srun -n 64', instead of -n." placeholder:"COMMAND"`
	Network  option.Network `group:"What to run" help:"The network between the ranks, such as torus:4x4@200mbit, file:FILE or slurm." env:"TOPOCOLL_NETWORK" placeholder:"NETWORK" predictor:"network"`
	Limit    time.Duration  `group:"How" help:"Time limit of the tuning (default: ${default})." default:"3m" placeholder:"TIME"`
	Launches int            `group:"How" help:"Number of pairs of runs, one with and one without the table (default: ${default})." default:"3" placeholder:"K"`
	Out      string         `group:"Output" short:"o" help:"Folder for the profile and the files of topocoll tune (default: ${default})." default:"report" placeholder:"DIR"`
	option.RanksPerCoreFlag
	Program []string `arg:"" optional:"" passthrough:"" help:"The program and its arguments."`
}

func (*Command) Help() string {
	return `Makes a program faster in three steps: records the time of its collective calls, tunes these
calls, and runs the program alternately with and without the new table. The table stays in DIR only
if the program became faster. Otherwise, an earlier table in DIR is restored.

  topocoll speedup -n 4 -- ./program
  topocoll speedup -n 4 --limit 1m --launches 5 -- ./program
  topocoll speedup --launcher 'srun -n 64' -- ./program`
}
