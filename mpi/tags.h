// The tags of the messages of non-blocking operations.
#ifndef TOPOCOLL_TAGS_H
#define TOPOCOLL_TAGS_H

#include <stdint.h>

// The numbers of the messages of started calls on one communicator. The messages from one process to another have the numbers
// 0, 1, 2 ... over all started calls, in the order in which the calls are started, and their tags are these numbers, modulo the tags
// that there are. So the two ends of a message need only know what the two processes start together.
typedef struct {
	int first;     // of the tags
	uint64_t mask; // their number less one, of the form 2^k - 1
	int processes;
	uint64_t *next;   // by process, for messages to it, then for those from it: the number of the next message
	uint64_t *oldest; // likewise: no message of a call under way has a lower number
} tag_sequence;

// tc_tags_new returns the numbers of a communicator, with the tags first to last, or NULL.
tag_sequence *tc_tags_new(int processes, int first, int last);
void tc_tags_free(tag_sequence *n);

#endif
