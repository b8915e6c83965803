// Package trace measures when each step of a plan begins and ends under MPI, and says where the time goes: in
// messages, in waits for late peers, in copies and combinations.
package trace
