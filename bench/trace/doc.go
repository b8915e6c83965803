// Package trace measures when each step of a plan begins and ends under MPI. It says how much of its time
// each rank spends in messages, in waits for late senders, in copies and in combinations.
package trace
