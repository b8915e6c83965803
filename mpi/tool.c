//go:build cgo

#include "tool.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	MPI_Datatype type;
	MPI_T_enum values;
	MPI_T_cvar_handle handle;
	int count;
} variable;

static int find(const char *name, variable *v) {
	int index, verbosity, bind, scope, none = 0;
	int code = MPI_T_cvar_get_index(name, &index);
	if (code == MPI_SUCCESS) {
		code = MPI_T_cvar_get_info(index, NULL, &none, &verbosity, &v->type, &v->values, NULL, &none, &bind, &scope);
	}
	if (code == MPI_SUCCESS) {
		code = MPI_T_cvar_handle_alloc(index, NULL, &v->handle, &v->count);
	}
	return code;
}

// print writes the value in the format of its type; these are the types Open MPI gives its variables.
static int print(const variable *v, char *text, int size) {
	union {
		int i;
		unsigned u;
		long l;
		unsigned long ul;
		unsigned long long ull;
		double d;
		bool b;
	} value;
	if (v->type == MPI_CHAR) {
		char *string = calloc(v->count + 1, 1);
		int code = string == NULL ? MPI_T_ERR_MEMORY : MPI_T_cvar_read(v->handle, string);
		snprintf(text, size, "%s", code == MPI_SUCCESS ? string : "");
		free(string);
		return code;
	}
	int code = MPI_T_cvar_read(v->handle, &value);
	if (code != MPI_SUCCESS) {
		return code;
	}
	if (v->type == MPI_INT || v->type == MPI_INT32_T) {
		snprintf(text, size, "%d", value.i);
	} else if (v->type == MPI_UNSIGNED || v->type == MPI_UINT32_T) {
		snprintf(text, size, "%u", value.u);
	} else if (v->type == MPI_LONG || v->type == MPI_INT64_T) {
		snprintf(text, size, "%ld", value.l);
	} else if (v->type == MPI_UNSIGNED_LONG || v->type == MPI_UINT64_T) {
		snprintf(text, size, "%lu", value.ul);
	} else if (v->type == MPI_UNSIGNED_LONG_LONG) {
		snprintf(text, size, "%llu", value.ull);
	} else if (v->type == MPI_DOUBLE) {
		snprintf(text, size, "%g", value.d);
	} else if (v->type == MPI_C_BOOL) {
		snprintf(text, size, "%d", value.b);
	} else {
		return MPI_ERR_TYPE;
	}
	return MPI_SUCCESS;
}

int tc_variable(const char *name, char *text, int size) {
	variable v;
	int code = find(name, &v);
	if (code == MPI_SUCCESS) {
		code = print(&v, text, size);
		MPI_T_cvar_handle_free(&v.handle);
	}
	return code;
}

int tc_set_variable(const char *name, int value) {
	variable v;
	int code = find(name, &v);
	if (code == MPI_SUCCESS) {
		code = v.type == MPI_INT ? MPI_T_cvar_write(v.handle, &value) : MPI_T_ERR_INVALID;
		MPI_T_cvar_handle_free(&v.handle);
	}
	return code;
}

int tc_description(const char *name, char *text, int size) {
	int index, verbosity, bind, scope, none = 0;
	MPI_Datatype type;
	MPI_T_enum values;
	int code = MPI_T_cvar_get_index(name, &index);
	if (code == MPI_SUCCESS) {
		code = MPI_T_cvar_get_info(index, NULL, &none, &verbosity, &type, &values, text, &size, &bind, &scope);
	}
	return code;
}

int tc_choices(const char *name, int *n) {
	variable v;
	int code = find(name, &v), none = 0;
	if (code == MPI_SUCCESS) {
		*n = 0;
		code = v.values == MPI_T_ENUM_NULL ? MPI_SUCCESS : MPI_T_enum_get_info(v.values, n, NULL, &none);
		MPI_T_cvar_handle_free(&v.handle);
	}
	return code;
}

int tc_choice(const char *name, int i, int *value, char *text, int size) {
	variable v;
	int code = find(name, &v);
	if (code == MPI_SUCCESS) {
		code = MPI_T_enum_get_item(v.values, i, value, text, &size);
		MPI_T_cvar_handle_free(&v.handle);
	}
	return code;
}

int tc_prefer(MPI_Comm comm, const char *component, MPI_Comm *preferring) {
	MPI_Info info;
	int code = MPI_Info_create(&info);
	if (code == MPI_SUCCESS) {
		MPI_Info_set(info, "ompi_comm_coll_preference", component);
		code = MPI_Comm_dup_with_info(comm, info, preferring);
		MPI_Info_free(&info);
	}
	return code;
}

int tc_on_host(MPI_Comm comm, int *most) {
	MPI_Comm host;
	int here, code = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
	if (code == MPI_SUCCESS) {
		MPI_Comm_size(host, &here);
		MPI_Comm_free(&host);
		code = MPI_Allreduce(&here, most, 1, MPI_INT, MPI_MAX, comm);
	}
	return code;
}
