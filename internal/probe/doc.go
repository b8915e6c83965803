// Package probe finds the network between hosts. Hosts send long messages at the same time in several
// patterns, and the package selects the network whose routes explain the times of all patterns best.
package probe
