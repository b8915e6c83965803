package cli

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"topocoll/internal/cli/option"
)

// parserMessages has a pattern for each message of kong that does not state what was wrong, what was given
// and what is wanted. The first group of a pattern is a flag or an argument.
var parserMessages = []struct {
	pattern *regexp.Regexp
	rewrite func(group []string, node *kong.Node) string
}{
	{messagePattern(`: expected a valid \d+ bit u?int but got ("[^"]*")`), rewriteWithWant("a whole number")},
	{messagePattern(`: expected a float but got ("[^"]*").*`), rewriteWithWant("a number")},
	{messagePattern(`: expected duration but got ("[^"]*").*`),
		rewriteWithWant("a time with its unit, such as 90s, 10m or 1h30m")},
	{messagePattern(`: expected \S+ value but got "EOL".*`), rewriteMissingValue},
	{messagePattern(`: missing value, expecting "<arg>.*`), rewriteMissingValue},
	{messagePattern(`: expected \S+ value but got "(-[^"]*)" \(short flag\).*`),
		func(group []string, _ *kong.Node) string {
			between := "=" // a short flag and its value form one word
			if !strings.HasPrefix(group[1], "--") {
				between = ""
			}
			return group[1] + " needs a value, but " + group[2] + " looks like a flag; use " + group[1] + between +
				group[2] + " if that is the value"
		}},
	{messagePattern(` must be one of (".*") but got ("[^"]*")`), func(group []string, _ *kong.Node) string {
		values := slices.DeleteFunc(strings.Split(strings.ReplaceAll(group[2], `"`, ""), ","),
			func(value string) bool { return value == "" })
		return group[1] + " " + group[3] + ", want " + joinWithOr(values)
	}},
}

// messagePattern compiles a pattern for an error message of kong that begins with a flag or an argument.
func messagePattern(text string) *regexp.Regexp {
	return regexp.MustCompile(`^(--?[\w-]+|<[\w-]+>)` + text + `$`)
}

func rewriteWithWant(what string) func([]string, *kong.Node) string {
	return func(group []string, _ *kong.Node) string { return group[1] + " " + group[2] + ", want " + what }
}

// rewriteMissingValue returns the message for a flag without a value. It shows the flag's placeholder, or
// else the flag's name in capitals.
func rewriteMissingValue(group []string, node *kong.Node) string {
	value := strings.ToUpper(strings.TrimLeft(group[1], "-"))
	for node := node; node != nil; node = node.Parent {
		for _, flag := range node.Flags {
			if option.Dashed(flag.Name) == group[1] && flag.PlaceHolder != "" {
				value = flag.PlaceHolder
			}
		}
	}
	return group[1] + " needs a value; use " + group[1] + " " + value
}

func joinWithOr(values []string) string {
	last := len(values) - 1
	if last < 1 {
		return strings.Join(values, "")
	}
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// rewriteParserError rewrites an error of kong so that it states what was wrong, what was given and what is
// wanted.
func rewriteParserError(err error, args []string) error {
	var node *kong.Node
	if parse := (*kong.ParseError)(nil); errors.As(err, &parse) && parse.Context != nil {
		node = parse.Context.Selected()
	}
	text := err.Error()
	for _, other := range []string{"-np", "--np", "-p", "--p"} { // other names of -n, such as mpirun's -np
		unknown := regexp.MustCompile(`^unknown flag `+other+`\b`).MatchString(text) || other == "-np" &&
			strings.Contains(text, `got "p"`)
		if unknown && slices.Contains(args, other) && ranksFlag(node) != "" {
			return errors.New("unknown flag " + other + "; use " + ranksFlag(node) +
				" for the number of processes")
		}
	}
	if strings.HasPrefix(text, "unknown flag --check") && node != nil {
		return errors.New("unknown flag --check; use topocoll " + node.Name + " check")
	}
	if missing, is := strings.CutPrefix(text, `expected "<`); is && node != nil {
		return errors.New("missing <" + strings.TrimSuffix(missing, `"`) + "; usage: topocoll " + usageLine(node))
	}
	if missing, is := strings.CutPrefix(text, "missing flags: "); is {
		return errors.New("missing " + missing + "; give a value, because there is no default")
	}
	text = regexp.MustCompile(`^--(\w)\b([ :])`).ReplaceAllString(text, "-$1$2") // kong writes --n for -n
	for _, m := range parserMessages {
		if group := m.pattern.FindStringSubmatch(text); group != nil {
			return errors.New(m.rewrite(group, node))
		}
	}
	return errors.New(strings.Replace(text, "expected one of", "missing command; use one of", 1))
}

func ranksFlag(node *kong.Node) string {
	if node == nil {
		return ""
	}
	for _, flag := range node.Flags {
		if flag.Name == "n" {
			return "-" + flag.Name + " P"
		}
	}
	return ""
}

func usageLine(node *kong.Node) string {
	words := []string{node.Path()}
	for _, argument := range node.Positional {
		words = append(words, argument.Summary())
	}
	return strings.Join(words, " ")
}
