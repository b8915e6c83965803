# Two stages: build with Go and Open MPI's headers, run on a small Debian with Open MPI.
#   docker build -t topocoll . && docker run --rm --shm-size=1g topocoll
# The ssh of the second stage is for several containers: scripts/docker-cluster.

FROM golang:1.26-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends libopenmpi-dev openmpi-bin pkg-config
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN go build -trimpath -o /out/ . ./examples/...

FROM debian:bookworm-slim
# No host key belongs in an image: the containers of a cluster make their own.
RUN apt-get update \
 && apt-get install -y --no-install-recommends openmpi-bin openssh-client openssh-server \
 && rm -rf /var/lib/apt/lists/* /etc/ssh/ssh_host_*
RUN useradd --create-home --shell /bin/bash topocoll && install -d -o topocoll -g topocoll -m 755 /cluster
COPY scripts/docker/entry /usr/local/bin/topocoll-entry
COPY scripts/docker/node /usr/local/bin/topocoll-node
COPY --from=build /out/ /usr/local/bin/
USER topocoll
WORKDIR /home/topocoll
ENTRYPOINT ["topocoll-entry"]
CMD ["bench", "--out", "report", "--launches", "3"]
