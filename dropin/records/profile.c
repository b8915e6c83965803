// This file writes the profile for topocoll run --profile (TOPOCOLL_PROFILE). See internal/profile.
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../dropin.h"

enum { SCHEMA = 1 };

void tc_function_name(char *name, size_t size, int op, int form) {
	const char *own = tc_functions[op];
	if (form == NON_BLOCKING) {
		snprintf(name, size, "MPI_I%c%s", tolower((unsigned char)own[0]), own + 1);
	} else {
		snprintf(name, size, "MPI_%s%s", own, form == PERSISTENT ? "_init" : "");
	}
}

// write_text writes a JSON string. Each NUL, newline or tab becomes a space. Each other byte that is not
// printable ASCII becomes a question mark.
static void write_text(FILE *file, const char *text, size_t bytes) {
	fputc('"', file);
	for (size_t i = 0; i < bytes; i++) {
		unsigned char byte = text[i];
		if (byte == '"' || byte == '\\') {
			fputc('\\', file);
		}
		int is_space = byte == '\0' || byte == '\n' || byte == '\t';
		fputc(is_space ? ' ' : byte < ' ' || byte > '~' ? '?' : byte, file);
	}
	fputc('"', file);
}

static void write_program(FILE *file) {
	char words[4096];
	size_t n = 0;
	FILE *from = fopen("/proc/self/cmdline", "r");
	if (from != NULL) {
		n = fread(words, 1, sizeof words, from);
		fclose(from);
	}
	write_text(file, words, n > 0 && words[n - 1] == '\0' ? n - 1 : n);
}

// selects reports whether an MCA parameter selects components, algorithms or tuning files of collectives.
static int selects(const char *name) {
	const char *last = strrchr(name, '_');
	return strcmp(name, "coll") == 0 ||
		(strncmp(name, "coll_tuned_", 11) == 0 && strcmp(last, "_algorithm") == 0) ||
		(strncmp(name, "coll_", 5) == 0 && strstr(name, "_dynamic_") != NULL &&
			(strcmp(last, "_rules") == 0 || strcmp(last, "_filename") == 0));
}

// read_parameter writes the value of a control variable to `value`. It returns whether the variable has a
// value other than 0 and the empty string.
static int read_parameter(int index, MPI_Datatype type, char *value, int size) {
	MPI_T_cvar_handle handle;
	int count = 0, is_set = 0, number = 0;
	if (PMPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS) {
		return 0;
	}
	if (type == MPI_CHAR && count < size) {
		is_set = PMPI_T_cvar_read(handle, value) == MPI_SUCCESS && value[0] != '\0';
	} else if (type == MPI_INT || type == MPI_C_BOOL) { // the value has four bytes or one byte
		is_set = PMPI_T_cvar_read(handle, &number) == MPI_SUCCESS && number != 0;
		snprintf(value, size, "%d", number);
	}
	PMPI_T_cvar_handle_free(&handle);
	return is_set;
}

// write_setting writes one setting as NAME=value. `written` is the number of settings before it.
static void write_setting(FILE *file, int written, const char *setting) {
	fprintf(file, written == 0 ? " \"settings\": [" : ", ");
	write_text(file, setting, strlen(setting));
}

// write_settings writes the settings that influence the MPI library's choice of algorithms: environment
// variables, and the parameters that Open MPI read from a file such as openmpi-mca-params.conf.
static void write_settings(FILE *file) {
	int written = 0, provided, variables = 0;
	for (char **setting = environ; *setting != NULL; setting++) {
		if (strncmp(*setting, "OMPI_MCA_coll", 13) == 0 || (strncmp(*setting, "MPIR_CVAR_", 10) == 0 &&
			(strstr(*setting, "COLL") != NULL || strstr(*setting, "ALGORITHM") != NULL))) {
			write_setting(file, written++, *setting);
		}
	}
	if (PMPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS) {
		PMPI_T_cvar_get_num(&variables);
		for (int i = 0; i < variables; i++) {
			char name[256], value[4096], setting[sizeof name + sizeof value + 16];
			int length = sizeof name, none = 0, verbosity, bind, scope;
			MPI_Datatype type;
			MPI_T_enum names;
			if (PMPI_T_cvar_get_info(i, name, &length, &verbosity, &type, &names, NULL, &none, &bind,
				&scope) != MPI_SUCCESS || !selects(name)) {
				continue;
			}
			int prefix = snprintf(setting, sizeof setting, "OMPI_MCA_%s", name);
			if (getenv(setting) == NULL && read_parameter(i, type, value, sizeof value)) {
				snprintf(setting + prefix, sizeof setting - prefix, "=%s", value);
				write_setting(file, written++, setting);
			}
		}
		PMPI_T_finalize();
	}
	fprintf(file, written == 0 ? "" : "],\n");
}

static void write_cell(FILE *file, const comm_class *comm, const cell *w) {
	char name[60];
	const char *before = "";
	tc_function_name(name, sizeof name, w->op, w->form);
	fprintf(file, "\n  {\"call\": \"%s\", \"ranks\": %d, \"hosts\": %d, \"slots\": %d, ", name, comm->ranks,
		comm->hosts, comm->slots);
	if (comm->inter) {
		fprintf(file, "\"inter\": true, ");
	}
	fprintf(file, "\"from\": %lld, \"to\": %lld, \"calls\": %.12g, \"in_place\": %.12g, ",
		w->size == 0 ? 0 : 1LL << (w->size - 1), (1LL << w->size) - 1, w->calls[OURS] + w->calls[NATIVE],
		w->in_place);
	if (w->root >= 0) {
		fprintf(file, "\"root\": %d, ", w->root);
	} else if (w->root == ROOTS_VARY) {
		fprintf(file, "\"root_varies\": true, ");
	}
	if (strcmp(w->type_name, TYPES_VARY) == 0) {
		fprintf(file, "\"type_varies\": true, ");
	} else if (w->type_name[0] != '\0') {
		fprintf(file, "\"type\": ");
		write_text(file, w->type_name, strlen(w->type_name));
		fprintf(file, ", ");
	}
	fprintf(file, "\"seconds\": %.9g, \"slowest\": %.9g", w->seconds[OURS] + w->seconds[NATIVE], w->slowest);
	if (w->waits > 0) {
		fprintf(file, ", \"wait_seconds\": %.9g", w->wait);
	}
	if (w->set > 0) {
		fprintf(file, ", \"algorithm\": \"%s\", \"replaced_calls\": %.12g, \"replaced_seconds\": %.9g",
			tc_plans_set(tc_plans, w->set - 1)->name, w->calls[OURS], w->seconds[OURS]);
	}
	fprintf(file, ", \"sizes\": [");
	for (int i = 0; i < SIZES && w->sizes[i].weight > 0; i++, before = ", ") {
		fprintf(file, "%s{\"bytes\": %lld, \"calls\": %.12g, \"seconds\": %.9g}", before,
			(long long)w->sizes[i].bytes, w->sizes[i].calls, w->sizes[i].seconds);
	}
	fprintf(file, "]}");
}

void tc_write_profile(const char *name, const records *all) {
	const comm_class *world = &all->head.comm[0];
	char library[MPI_MAX_LIBRARY_VERSION_STRING];
	int length = 0;
	FILE *file = fopen(name, "w");
	if (file == NULL) {
		fprintf(stderr, "topocoll: TOPOCOLL_PROFILE=%s: %s\n", name, strerror(errno));
		return;
	}
	PMPI_Get_library_version(library, &length);
	fprintf(file, "{\"schema\": %d, \"program\": ", SCHEMA);
	write_program(file);
	fprintf(file, ",\n \"library\": ");
	write_text(file, library, strcspn(library, "\n"));
	fprintf(file, ",\n \"ranks\": %d, \"hosts\": %d, \"slots\": %d,\n", world->ranks,
		world->hosts, world->slots);
	write_settings(file);
	fprintf(file, " \"seconds\": %.9g, \"most_seconds\": %.9g, \"collective_share\": %.4g,\n",
		all->head.whole, all->head.most_whole,
		all->head.whole > 0 ? all->head.seconds / all->head.whole : 0);
	fprintf(file, " \"collective_seconds\": %.9g, \"least_collective_seconds\": %.9g, ", all->head.seconds,
		all->head.least);
	fprintf(file, "\"most_collective_seconds\": %.9g, \"least_tunable_seconds\": %.9g,\n", all->head.most,
		all->head.least_tunable);
	fprintf(file, " \"unrecorded\": %.12g,\n \"cells\": [", all->head.unrecorded);
	for (int i = 0; i < all->head.cells; i++) {
		fprintf(file, i == 0 ? "" : ",");
		write_cell(file, &all->head.comm[all->cell[i].comm], &all->cell[i]);
	}
	fprintf(file, "]}\n");
	if (fclose(file) != 0) {
		fprintf(stderr, "topocoll: TOPOCOLL_PROFILE=%s: %s\n", name, strerror(errno));
	}
}
