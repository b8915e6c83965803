// Package build returns the version of the program.
package build

import "runtime/debug"

// Tool returns the name of this program and the version that Go recorded in it: a tag, or the date and the commit as a
// pseudo-version, with +dirty if files differed from the commit; (devel) if Go had no information from git.
func Tool() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "topocoll"
	}
	return "topocoll " + info.Main.Version
}
