// Package build reports the version of the program.
package build

import (
	"regexp"
	"runtime/debug"
)

// Version is the version of the program.
const Version = "1.0.0"

// Tool returns the name and version of this program: "topocoll 1.0.0 (20261125 0dcde370f401+dirty)". The
// parentheses contain the date and the commit, with +dirty if files differed from the commit. The parentheses
// are missing for a tagged version, or if the build had no information from git.
func Tool() string {
	text := "topocoll " + Version
	if info, ok := debug.ReadBuildInfo(); ok {
		if found := pseudoVersion.FindStringSubmatch(info.Main.Version); found != nil {
			text += " (" + found[1] + " " + found[2] + found[3] + ")"
		}
	}
	return text
}

// pseudoVersion matches the end of a Go pseudo-version: the date, the time and the commit.
var pseudoVersion = regexp.MustCompile(`[-.](\d{8})\d{6}-([0-9a-f]{12})(\+dirty)?$`)
