// Package sampler times the contenders of a case: it runs repetitions, in each of which every contender is
// called once, and stops them by a rule.
package sampler
