// Every rank has a thread that watches its calls. If a call takes too long, the thread informs the thread of
// rank 0. That thread asks all ranks of the communicator where they are, and prints the answers. The threads
// send datagrams, because they must not call MPI.
#include "watcher.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "../dropin.h"

enum { ADDRESSES = 4, REPORTS = 64 };

// A peer holds the host of a rank, and the addresses at which the rank's thread receives datagrams.
typedef struct {
	char host[64];
	struct in_addr address[ADDRESSES]; // 0.0.0.0: unused
	in_port_t port;
} peer;

enum { LATE, QUESTION, ANSWER };

typedef struct {
	uint64_t key; // identifies the job
	int kind, rank;
	uint64_t id;   // identifies the communicator
	int64_t calls; // number of calls on the communicator
	int is_in_finalize;
	call_state at, latest;
	unsigned char is_member[MOST_WATCHED / 8];
} datagram;

static peer *peers;
static int ranks, rank, sock, limit_ms, aborts_job;
static uint64_t key;
static volatile int in_finalize;

static int64_t now_ms(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

// name_address describes where a call is, given its return address: by the symbol, if there is one, and by
// the file and the offset for addr2line.
static void name_address(char *name, size_t size, const void *address) {
	Dl_info info;
	address = address == NULL ? NULL : (const char *)address - 1;
	if (address == NULL || dladdr(address, &info) == 0 || info.dli_fname == NULL) {
		snprintf(name, size, "an unknown address");
		return;
	}
	size_t offset = (const char *)address - (const char *)info.dli_fbase;
	const char *file = strrchr(info.dli_fname, '/');
	file = file == NULL ? info.dli_fname : file + 1;
	if (info.dli_sname != NULL) {
		snprintf(name, size, "%.40s (%.30s+0x%zx)", info.dli_sname, file, offset);
	} else {
		snprintf(name, size, "%.60s+0x%zx", file, offset);
	}
}

static call_state state_of_call(const watched *w) {
	call_state x = {.calls = -1, .op = -1};
	if (w == NULL) {
		return x;
	}
	x = (call_state){.calls = w->calls, .is_inside = w->is_inside, .op = w->op, .form = w->form,
		.root = w->root, .words = w->words, .p = w->p, .is_world = w->comm == MPI_COMM_WORLD};
	name_address(x.from, sizeof x.from, w->from);
	return x;
}

static const watched *find_watched(uint64_t id) {
	for (const watched *w = tc_all_watched(); w != NULL; w = w->next) {
		if (w->id == id && !w->is_freed && w->p > 0) {
			return w;
		}
	}
	return NULL;
}

static datagram make_datagram(int kind, uint64_t id) {
	const watched *w = find_watched(id);
	datagram d = {.key = key, .kind = kind, .rank = rank, .id = id, .is_in_finalize = in_finalize,
		.at = state_of_call(w), .latest = state_of_call(tc_latest_watched())};
	d.calls = d.at.calls;
	if (w != NULL) {
		memcpy(d.is_member, w->is_member, sizeof d.is_member);
	}
	return d;
}

static void send_to(int to, const datagram *d) {
	for (int i = 0; i < ADDRESSES; i++) {
		if (peers[to].address[i].s_addr != 0) {
			struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = peers[to].port,
				.sin_addr = peers[to].address[i]};
			sendto(sock, d, sizeof *d, 0, (struct sockaddr *)&at, sizeof at);
		}
	}
}

// receive waits at most ms milliseconds for a datagram of the job, and reports whether it has received one.
static int receive(datagram *d, int ms) {
	for (int64_t end = now_ms() + ms; ms > 0; ms = end - now_ms()) {
		struct timeval wait = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
		setsockopt(sock, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
		ssize_t n = recv(sock, d, sizeof *d, 0);
		if (n == sizeof *d && d->key == key && d->rank >= 0 && d->rank < ranks) {
			return 1;
		}
	}
	return 0;
}

// leave_report writes exit code 1 into the report that topocoll run reads. If mpirun keeps running after its
// ranks have ended, topocoll run then ends mpirun.
static void leave_report(void) {
	static const char field[] = "\"report\":\"";
	const char *job = getenv("TOPOCOLL_JOB"), *from = job == NULL ? NULL : strstr(job, field);
	if (from == NULL) {
		return;
	}
	from += strlen(field);
	char name[PATH_MAX];
	size_t length = strcspn(from, "\"\\");
	if (from[length] != '"' || length >= sizeof name) { // a name with escaped characters is not decoded
		return;
	}
	memcpy(name, from, length);
	name[length] = 0;
	int file = open(name, O_WRONLY | O_CLOEXEC); // the report exists only on the host of topocoll run
	if (file >= 0) {
		dprintf(file, "%3d %d\n", 1, 0); // in the format that job.Leave writes
		close(file);
	}
}

// report asks all ranks of a communicator where they are, and prints the answers. It returns 0, and prints
// nothing, if the rank that sent `late` has not answered in time or is no longer in the call.
static int report(const datagram *late) {
	enum { ANSWER_TIMEOUT = 2000 }; // time to wait for the answers, in ms
	rank_state *all = calloc(ranks, sizeof *all);
	if (all == NULL) {
		return 1; // without memory, later attempts would also fail
	}
	int missing = 0;
	datagram question = make_datagram(QUESTION, late->id);
	for (int r = 0; r < ranks; r++) {
		memcpy(all[r].host, peers[r].host, sizeof all[r].host);
		all[r].is_member = late->is_member[r / 8] >> r % 8 & 1;
		if (all[r].is_member) {
			missing++;
			send_to(r, &question);
		}
	}
	for (int64_t end = now_ms() + ANSWER_TIMEOUT; missing > 0 && now_ms() < end;) {
		datagram d;
		if (!receive(&d, end - now_ms())) {
			break;
		}
		if (d.kind == QUESTION) { // this rank answers its own question
			d = make_datagram(ANSWER, d.id);
		}
		rank_state *x = &all[d.rank];
		if (d.kind == ANSWER && d.id == late->id && x->is_member && !x->has_answered) {
			x->at = d.at;
			x->latest = d.latest;
			x->is_in_finalize = d.is_in_finalize;
			x->has_answered = 1;
			missing--;
		}
	}
	const rank_state *first = &all[late->rank];
	int is_inside = first->has_answered && first->at.is_inside && first->at.calls == late->calls;
	if (is_inside) {
		tc_describe_missing(&first->at, all, ranks, limit_ms / 1000.0);
		if (aborts_job) {
			fprintf(stderr, "topocoll: --abort ends the job\n");
			fflush(stderr);
			leave_report();
			_exit(1);
		}
	}
	free(all);
	return is_inside;
}

// handle_late reports a late call once. On a busy machine the report may fail, because the answer of the rank
// in the call comes too late. The ranks in the call then inform rank 0 again.
static void handle_late(const datagram *late) {
	static struct {
		uint64_t id;
		int64_t calls;
	} reported[REPORTS];
	static int next;
	for (int i = 0; i < REPORTS; i++) {
		if (reported[i].id == late->id && reported[i].calls == late->calls) {
			return;
		}
	}
	if (report(late)) {
		reported[next].id = late->id;
		reported[next].calls = late->calls;
		next = (next + 1) % REPORTS;
	}
}

// An ongoing_call is a call that this rank was executing when the thread last checked.
typedef struct {
	const watched *in;
	int64_t calls, since;
} ongoing_call;

static void report_late_calls(void) {
	enum { MOST = 64 };
	static ongoing_call seen[MOST];
	static int n;
	int64_t now = now_ms();
	ongoing_call still[MOST];
	int m = 0;
	for (const watched *w = tc_all_watched(); w != NULL && m < MOST; w = w->next) {
		if (w->is_freed || w->p == 0 || !__atomic_load_n(&w->is_inside, __ATOMIC_ACQUIRE)) {
			continue;
		}
		still[m] = (ongoing_call){w, w->calls, now};
		for (int i = 0; i < n; i++) {
			if (seen[i].in == w && seen[i].calls == w->calls) {
				still[m].since = seen[i].since;
			}
		}
		if (now - still[m].since >= limit_ms) {
			datagram late = make_datagram(LATE, w->id);
			send_to(0, &late);
		}
		m++;
	}
	memcpy(seen, still, m * sizeof *seen);
	n = m;
}

static void *watch(void *nothing) {
	int quarter = limit_ms / 4, tick = quarter < 1 ? 1 : quarter > 1000 ? 1000 : quarter;
	int64_t next = now_ms() + tick;
	for (;;) {
		datagram d;
		if (receive(&d, next - now_ms())) {
			if (d.kind == QUESTION) {
				datagram answer = make_datagram(ANSWER, d.id);
				send_to(0, &answer);
			} else if (d.kind == LATE && rank == 0) {
				handle_late(&d);
			}
		}
		if (now_ms() >= next) {
			report_late_calls();
			next = now_ms() + tick;
		}
	}
	return NULL;
}

// own_peer opens the socket and returns the peer of this rank, with the loopback address if the rank has no
// other address.
static peer own_peer(void) {
	peer own = {0};
	int length = 0, n = 0;
	char name[MPI_MAX_PROCESSOR_NAME];
	PMPI_Get_processor_name(name, &length);
	snprintf(own.host, sizeof own.host, "%.63s", name);
	struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_ANY)};
	socklen_t size = sizeof any;
	sock = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (sock < 0 || bind(sock, (struct sockaddr *)&any, sizeof any) != 0 ||
		getsockname(sock, (struct sockaddr *)&any, &size) != 0) {
		return own;
	}
	own.port = any.sin_port;
	struct ifaddrs *all = NULL;
	getifaddrs(&all);
	for (struct ifaddrs *i = all; i != NULL && n < ADDRESSES; i = i->ifa_next) {
		if (i->ifa_addr != NULL && i->ifa_addr->sa_family == AF_INET && (i->ifa_flags & IFF_UP) != 0 &&
			(i->ifa_flags & IFF_LOOPBACK) == 0) {
			own.address[n++] = ((struct sockaddr_in *)i->ifa_addr)->sin_addr;
		}
	}
	freeifaddrs(all);
	if (n == 0) {
		own.address[0].s_addr = htonl(INADDR_LOOPBACK);
	}
	return own;
}

void tc_begin_watch(int ms, int aborts) {
	limit_ms = ms;
	aborts_job = aborts;
	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer own = own_peer();
	peers = malloc(ranks * sizeof *peers);
	int ready = peers != NULL && own.port != 0 && ranks <= MOST_WATCHED, all_ready = 0;
	key = (uint64_t)now_ms() << 20 ^ getpid();
	if (PMPI_Allreduce(&ready, &all_ready, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD) != MPI_SUCCESS || !all_ready ||
		PMPI_Allgather(&own, sizeof own, MPI_BYTE, peers, sizeof own, MPI_BYTE, MPI_COMM_WORLD) != MPI_SUCCESS ||
		PMPI_Bcast(&key, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD) != MPI_SUCCESS) {
		if (rank == 0) {
			fprintf(stderr,
				"topocoll: --watch: calls are not watched: a rank has no socket or no memory, or there are more than "
				"%d ranks\n",
				MOST_WATCHED);
		}
		return;
	}
	sigset_t every, before;
	sigfillset(&every);
	pthread_sigmask(SIG_SETMASK, &every, &before); // only the program's threads handle signals
	pthread_t thread;
	if (pthread_create(&thread, NULL, watch, NULL) == 0) {
		pthread_detach(thread);
		tc_watching = 1;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void tc_end_watch(void) { in_finalize = 1; }
