// Package probe determines the network between hosts from measurements. Hosts send long messages at the same
// time in several patterns. The package then selects the candidate network whose routes best explain the
// times of all patterns.
package probe
