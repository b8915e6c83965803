// The tags of the messages of non-blocking operations.
#ifndef TOPOCOLL_TAGS_H
#define TOPOCOLL_TAGS_H

#include <stdint.h>

// A tag_sequence numbers the messages of non-blocking operations on one communicator. The messages from one
// process to another have the numbers 0, 1, 2 ..., counted over all operations in the order in which they
// start or are reserved. The tag of a message is its number modulo the number of tags. The sender and the
// receiver therefore compute the same tag without communication.
typedef struct {
	int first;     // the lowest tag
	uint64_t mask; // the number of tags minus one, of the form 2^k - 1
	int processes;
	// The numbers of the next messages to each process, followed by the numbers of the next messages from each
	// process.
	uint64_t *next;
	uint64_t *oldest; // indexed like next: no message of an active or reserved operation has a lower number
} tag_sequence;

// tc_tags_new returns a sequence with the tags from `first` to `last`, or NULL if memory is exhausted.
tag_sequence *tc_tags_new(int processes, int first, int last);
void tc_tags_free(tag_sequence *n);

#endif
