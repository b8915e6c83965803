# make bench   installs what is missing, builds, runs the main job on a rank a core (2 to 4), leaves report/
# make test    installs what is missing, vets, runs every test, here and under mpirun
# make lint    go vet with cgo and without, staticcheck, deadcode, gofmt, shellcheck
# make race    every test under Go's race detector, here and under mpirun, without the large cases
# make asan    the C part, and what Go hands to it, under the address and undefined behaviour sanitizers
# make sound   these three
# make cluster-test   the batch script under a real Slurm, the main job on four containers, two minutes of chaos
# make fresh-test   the first two on a bare Debian

SHELL = /bin/sh
NP    = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17

# As root, and with more ranks than cores, Open MPI wants to be told that it may.
export OMPI_ALLOW_RUN_AS_ROOT = 1
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM = 1

# Go's own flags first: the variable replaces them, and without them C is not optimised.
# gompi names Debian's paths; everywhere else cgo needs what mpicc knows, and where pkg-config does not
# know Open MPI our own package does too. Asked when a recipe runs, after need-mpi; the tag is in GOFLAGS, so that
# tests that build find it.
CGO = export CGO_CFLAGS="$$(go env CGO_CFLAGS) $$(mpicc --showme:compile)" CGO_LDFLAGS="$$(go env CGO_LDFLAGS) $$(mpicc --showme:link)"; \
	pkg-config --exists ompi-c 2>/dev/null || export GOFLAGS="$$(go env GOFLAGS) -tags=mpicc";

.PHONY: bench build test check sound lint race asan selfcheck cluster-test fresh-test clean

bench: build
	bin/topocoll bench --out report --launches 3

build:
	@scripts/need-mpi
	@$(CGO) go build -o bin/ . ./examples/...

test: build check
	CGO_ENABLED=0 go build ./...
	@$(CGO) scripts/mpi-tests "1 2 3 4 5 7 8 9" ./mpi ./bench
	@$(CGO) scripts/mpi-tests "$(NP)" ./internal/verify
	bin/topocoll verify -n 6
	scripts/slurm-test

check:
	@scripts/need-mpi
	@scripts/need-tools
	@$(CGO) go vet ./... && go test $$(go list ./... | grep -v -e /cluster$$ -e /page$$)
	@$(CGO) go test -count=1 ./internal/page     # what was skipped for want of a browser is not ok when there is one
	@$(CGO) go test -count=1 ./internal/cluster  # likewise iproute2; by itself: emulated hosts want the cores

sound: lint race asan

lint:
	@scripts/need-mpi
	@$(CGO) scripts/lint

# The race detector is ten times slower, so the large cases are left out; it takes 2 GB of memory on 2 cores.
race:
	@scripts/need-mpi
	@$(CGO) go test -race -short ./...
	@$(CGO) export GOFLAGS="$$(go env GOFLAGS) -race"; scripts/mpi-tests "2 3" ./mpi ./bench

# Open MPI is not built with the sanitizers, but what it copies from and to our memory is seen: memcpy and the kernel's
# copies are. What it never gives back is its own affair, hence no leaks.
asan:
	@scripts/need-mpi
	@$(CGO) export GOFLAGS="$$(go env GOFLAGS) -asan" ASAN_OPTIONS=detect_leaks=0 \
		CGO_CFLAGS="$$CGO_CFLAGS -fsanitize=undefined -fno-sanitize-recover=undefined" \
		CGO_LDFLAGS="$$CGO_LDFLAGS -fsanitize=undefined"; \
		scripts/mpi-tests "2 3 4" ./mpi ./bench ./internal/verify

# Does the bench tell equal from different? On 2 quiet cores; it measures times, so no other test needs it.
selfcheck: build
	@$(CGO) scripts/selfcheck

# Needs root and Debian's Slurm, a Docker engine, or iproute2; each part says so where it has to be skipped.
cluster-test: build
	scripts/slurm-test
	scripts/docker-test
	@$(CGO) scripts/chaos-test

# Needs root and half an hour: what is committed here, where nothing but Go, a C compiler and make is installed.
fresh-test:
	scripts/fresh-test

clean:
	rm -rf bin report
