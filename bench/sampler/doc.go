// Package sampler times the contenders of a case. It runs repetitions, which call every contender once, until
// a stopping rule ends them.
package sampler
