package completion

import (
	"embed"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"

	"topocoll/bench/results"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/internal/cli/option"
	"topocoll/internal/cluster"
)

// completionScripts holds a script for each shell. The script calls this program, which prints the
// completions (see Answer). If there are none, the shell offers file names.
//
//go:embed completion.bash completion.zsh completion.fish
var completionScripts embed.FS

type Command struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish." placeholder:"SHELL"`
}

func (*Command) Help() string {
	return `Prints a script that completes commands, flags and their values. make install copies it to the
folders that the shells search. For one session:

  source <(topocoll completion bash)
  source <(topocoll completion zsh)
  topocoll completion fish | source`
}

func (c *Command) Run(out io.Writer) error {
	script, err := completionScripts.ReadFile("completion." + c.Shell)
	if err != nil {
		return err
	}
	_, err = out.Write(script)
	return err
}

// Answer prints the completions of the command line that a shell passes in COMP_LINE. The result `answered`
// is false if the variable is not set.
func Answer(parser *kong.Kong, out io.Writer) (answered bool, err error) {
	if os.Getenv("COMP_LINE") == "" {
		return false, nil
	}
	command, err := kongcompletion.Command(parser, kongcompletion.WithPredictors(predictors()))
	if err != nil {
		return true, err
	}
	repeatLastPredictor(command, parser.Model.Node)
	completer := complete.New(parser.Model.Name, command)
	completer.Out = out
	return completer.Complete(), nil
}

// repeatLastPredictor repeats the predictor of a command's last argument if that argument is a list, so that
// every word is completed. It does the same for all subcommands.
func repeatLastPredictor(command complete.Command, node *kong.Node) {
	for _, child := range node.Children {
		if sub, shown := command.Sub[child.Name]; shown {
			repeatLastPredictor(sub, child)
		}
	}
	const most = 64
	args := command.Args.(*kongcompletion.PositionalPredictor)
	if n := len(node.Positional); n > 0 && node.Positional[n-1].IsCumulative() {
		for range most {
			args.Predictors = append(args.Predictors, args.Predictors[n-1])
		}
	}
}

// predictors returns a predictor, which computes completions, for each value of the flag tag "predictor".
// Some predictors return only examples.
func predictors() map[string]complete.Predictor {
	ops, ids := append([]string{"pingpong"}, option.OperationNames()...), option.IDs(option.AllAlgorithms())
	algos := append(catalog.Topologies(), ids...)
	return map[string]complete.Predictor{
		"op":         predictList(ops[1:]...),
		"benchop":    predictList(ops...),
		"id":         complete.PredictSet(ids...),
		"algo":       predictList(algos...),
		"contenders": predictList(append(algos, "native", "native:*", "gompi", results.Auto)...),
		"network":    complete.PredictFunc(predictNetworks),
		"map":        complete.PredictSet("identity", "gray", "snake", "random"),
		"wordtype":   complete.PredictSet("float64", "float32", "int64", "int32", "uint8"),
		"operator":   complete.PredictSet(words.Operators()...),
		"counts":     complete.PredictSet("equal", "linear", "big", "zero", "random:1"),
		"label":      complete.PredictSet("identity", "gray", "snake", "random:1", "hosts"),
		"cluster":    complete.PredictFunc(predictClusters),
	}
}

// predictList returns a predictor that completes the last name of a comma-separated list.
func predictList(names ...string) complete.Predictor {
	return complete.PredictFunc(func(a complete.Args) []string {
		done := a.Last[:strings.LastIndex(a.Last, ",")+1]
		var found []string
		for _, name := range names {
			found = append(found, done+name)
		}
		return found
	})
}

// predictNetworks returns examples of networks, and the files that complete a value such as file:NAME.
func predictNetworks(a complete.Args) []string {
	found := []string{"ring:8", "torus:2x4", "torus:4x4@200mbit", "mesh:2x4", "hypercube:8", "tree:8",
		"star:8", "star:4@100mbit,slots=4", "crossbar:8",
		"fattree:4x4x2", "dragonfly:9,4,2", "file:"}
	if name, isFile := strings.CutPrefix(a.Last, "file:"); isFile {
		files, _ := filepath.Glob(name + "*")
		for _, file := range files {
			found = append(found, "file:"+file)
		}
	}
	return found
}

// predictClusters returns the names of all emulated networks on this machine.
func predictClusters(complete.Args) []string {
	names, _ := cluster.List()
	return names
}
