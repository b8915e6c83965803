# Two stages: the first builds with Go and the headers of the MPI library. The second is a small Debian with the library.
#   docker build -t topocoll . && docker run --rm --shm-size=1g topocoll
#   docker build -t topocoll-mpich --build-arg MPI=mpich .       # MPICH instead of Open MPI
#   docker build -t topocoll-12 --build-arg DEBIAN=bookworm .    # Debian 12 instead of 13: older libraries
# It has ssh for jobs on several containers: scripts/docker-cluster.

ARG MPI=openmpi
ARG DEBIAN=trixie

FROM golang:1.26-$DEBIAN AS build
ARG MPI
RUN case $MPI in openmpi) packages="libopenmpi-dev openmpi-bin" ;; mpich) packages="libmpich-dev mpich" ;; \
    *) echo "MPI=$MPI, want openmpi or mpich" >&2; exit 2 ;; esac \
 && apt-get update && apt-get install -y --no-install-recommends $packages pkg-config
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN go run ./internal/book/make && go build -trimpath -tags "$([ $MPI = mpich ] && echo mpich)" -o /out/bin/ . ./examples/... \
 && scripts/dropin /out/lib/libtopocoll.so

FROM debian:$DEBIAN-slim
ARG MPI
# An image must contain no host key: the containers of a cluster make their own.
RUN apt-get update \
 && apt-get install -y --no-install-recommends $([ $MPI = mpich ] && echo mpich || echo openmpi-bin) openssh-client openssh-server \
 && rm -rf /var/lib/apt/lists/* /etc/ssh/ssh_host_*
RUN useradd --create-home --shell /bin/bash topocoll && install -d -o topocoll -g topocoll -m 755 /cluster
COPY scripts/docker/entry /usr/local/bin/topocoll-entry
COPY scripts/docker/node /usr/local/bin/topocoll-node
COPY --from=build /out/ /usr/local/
USER topocoll
WORKDIR /home/topocoll
ENTRYPOINT ["topocoll-entry"]
CMD ["bench", "--out", "report", "--launches", "3"]
