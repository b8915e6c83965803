// This file intercepts the functions that create communicators. If tc_threaded is set, each of them also sets
// up the new communicator for plans.
#include "dropin.h"

#define CREATE(name, parameters, arguments) \
	API int MPI_##name(UNWRAP parameters, MPI_Comm *made) { \
		int code = tc_next.name(UNWRAP arguments, made); \
		if (code == MPI_SUCCESS && tc_threaded) { \
			tc_created(*made); \
		} \
		return code; \
	}

CREATE(Comm_dup, (MPI_Comm comm), (comm))
CREATE(Comm_dup_with_info, (MPI_Comm comm, MPI_Info info), (comm, info))
CREATE(Comm_create, (MPI_Comm comm, MPI_Group group), (comm, group))
CREATE(Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag), (comm, group, tag))
CREATE(Comm_split, (MPI_Comm comm, int color, int key), (comm, color, key))
CREATE(Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info), (comm, type, key, info))
CREATE(Cart_create, (MPI_Comm comm, int n, const int extents[], const int periods[], int reorder),
	(comm, n, extents, periods, reorder))
CREATE(Cart_sub, (MPI_Comm comm, const int kept[]), (comm, kept))
CREATE(Graph_create, (MPI_Comm comm, int n, const int index[], const int edges[], int reorder),
	(comm, n, index, edges, reorder))
CREATE(Dist_graph_create, (MPI_Comm comm, int n, const int nodes[], const int degrees[], const int targets[],
	const int weights[], MPI_Info info, int reorder),
	(comm, n, nodes, degrees, targets, weights, info, reorder))
CREATE(Dist_graph_create_adjacent, (MPI_Comm comm, int ins, const int sources[], const int in_weights[],
	int outs, const int targets[], const int out_weights[], MPI_Info info, int reorder),
	(comm, ins, sources, in_weights, outs, targets, out_weights, info, reorder))
CREATE(Intercomm_merge, (MPI_Comm comm, int high), (comm, high))
