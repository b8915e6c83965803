// Package trace measures when each step of a plan begins and ends under MPI. It computes how much of its time
// each rank spends on messages, on waits for late senders, on copies and on combinations.
package trace
