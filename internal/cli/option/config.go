package option

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"topocoll/internal/launch"
)

// ConfigFlags has two flags: one reads other flags from a file, and one prints the flags in effect as such a
// file.
type ConfigFlags struct {
	Config     configFile `group:"Output" help:"Read flags from this JSON file; the command line overrides it." placeholder:"FILE"`
	DumpConfig bool       `group:"Output" help:"Print the flags in effect as a file for --config, and exit."`
}

// notInFile lists the flags that a file for --config cannot contain.
var notInFile = []string{"help", "version", "config", "dump-config"}

// A configFile is the name of a file that sets flags.
type configFile string

// BeforeResolve reads the file after kong has read the command line.
func (configFile) BeforeResolve(ctx *kong.Context, trace *kong.Path) error {
	name := string(ctx.FlagValue(trace.Flag).(configFile))
	values, err := readConfig(name, fileFlags(ctx))
	if err != nil {
		return err
	}
	ctx.AddResolver(kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		value, found := values[flag.Name]
		if !found || isSetElsewhere(flag) {
			return nil, nil
		}
		return value, nil
	}))
	return nil
}

// isSetElsewhere reports whether the environment or a launcher sets a flag. In this case, the value in the
// file is ignored.
func isSetElsewhere(flag *kong.Flag) bool {
	if _, launched := launch.Rank(); launched && (flag.Name == "n" || flag.Name == "launches") {
		return true
	}
	return slices.ContainsFunc(flag.Envs, func(name string) bool { _, set := os.LookupEnv(name); return set })
}

func fileFlags(ctx *kong.Context) []*kong.Flag {
	return slices.DeleteFunc(slices.Clone(ctx.Selected().Flags),
		func(f *kong.Flag) bool { return slices.Contains(notInFile, f.Name) })
}

// readConfig returns the values in a file of flags, in the form of the command line. It omits empty values.
func readConfig(name string, flags []*kong.Flag) (map[string]any, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var values map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&values); err != nil || values == nil {
		return nil, fmt.Errorf("%s is not a JSON object of flags, such as {\"size\": \"8:1M\"}%s", name,
			errorSuffix(err))
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s has text after the JSON object of flags; remove this text", name)
	}
	var names []string
	for _, f := range flags {
		names = append(names, f.Name)
	}
	spelled := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(names, key) {
			slices.SortStableFunc(names, func(a, b string) int { return distance(key, a) - distance(key, b) })
			return nil, fmt.Errorf(
				"%s: unknown key %q, want the long name of a flag without its dashes, such as %s", name, key,
				strings.Join(names[:3], ", "))
		}
		word, err := formatValue(values[key])
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %w", name, key, err)
		}
		if word != "" {
			spelled[key] = word
		}
	}
	return spelled, nil
}

func errorSuffix(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

// formatValue returns a value as it would be typed on the command line.
func formatValue(value any) (string, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case bool, json.Number:
		return fmt.Sprint(v), nil
	case []any:
		var words []string
		for _, one := range v {
			if _, nested := one.([]any); nested {
				return "", errors.New("the list contains a list; use only strings or numbers")
			}
			word, err := formatValue(one)
			if err != nil {
				return "", err
			}
			words = append(words, word)
		}
		return strings.Join(words, ","), nil
	}
	return "", fmt.Errorf("%v, want a string, a number, true, false or a list", value)
}

// DumpConfig writes the flags of the command with the values in effect, as a file for --config.
func DumpConfig(out io.Writer, ctx *kong.Context) error {
	var text bytes.Buffer
	for i, flag := range fileFlags(ctx) {
		value, err := json.Marshal(fileValue(flag.Target))
		if err != nil {
			return err
		}
		if i > 0 {
			text.WriteString(",\n")
		}
		fmt.Fprintf(&text, "  %q: %s", flag.Name, value)
	}
	_, err := fmt.Fprintf(out, "{\n%s\n}\n", text.Bytes())
	return err
}

// fileValue converts a flag's value for the file: a duration becomes a string, and a nil list becomes [].
func fileValue(value reflect.Value) any {
	if d, ok := value.Interface().(time.Duration); ok {
		return d.String()
	}
	if value.Kind() == reflect.Slice && value.Len() == 0 {
		return []string{}
	}
	return value.Interface()
}
