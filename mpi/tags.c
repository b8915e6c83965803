//go:build cgo

#include "tags.h"

#include <stdlib.h>

tag_sequence *tc_tags_new(int processes, int first_tag, int last_tag) {
	tag_sequence *n = calloc(1, sizeof *n);
	if (n == NULL) {
		return NULL;
	}
	n->first = first_tag;
	n->processes = processes;
	for (n->mask = 1; 2 * n->mask <= (uint64_t)last_tag - first_tag + 1; n->mask *= 2) {
	}
	n->mask--;
	n->next = calloc(2 * (size_t)processes, sizeof *n->next);
	n->oldest = calloc(2 * (size_t)processes, sizeof *n->oldest);
	if (n->next == NULL || n->oldest == NULL) {
		tc_tags_free(n);
		return NULL;
	}
	return n;
}

void tc_tags_free(tag_sequence *n) {
	if (n != NULL) {
		free(n->next);
		free(n->oldest);
		free(n);
	}
}
