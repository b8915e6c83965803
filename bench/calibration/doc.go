// Package calibration measures properties of a machine before a benchmark times collective calls: the times
// of single messages, the cost of reading the clock, and the start skew. It fits the model of package coll to
// the times of messages.
package calibration
