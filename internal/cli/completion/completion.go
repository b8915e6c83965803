package completion

import (
	"embed"
	"io"
)

// completionScripts has a script for each shell. The script asks this program for completions (complete.go).
// If there are none, the shell offers files.
//
//go:embed completion.bash completion.zsh completion.fish
var completionScripts embed.FS

type Command struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish." placeholder:"SHELL"`
}

func (*Command) Help() string {
	return `Prints a script that completes commands, flags and their values. make install puts it where the
shells look. For one session:

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
