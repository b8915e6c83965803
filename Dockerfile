# Two stages: build with Go and Open MPI's headers, run on a small Debian with Open MPI.
#   docker build -t topocoll . && docker run --rm --shm-size=1g topocoll

FROM golang:1.26-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends libopenmpi-dev openmpi-bin pkg-config
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN go build -trimpath -o /out/ . ./examples/...

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends openmpi-bin openssh-client \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/ /usr/local/bin/
RUN useradd --create-home --shell /bin/bash topocoll
USER topocoll
WORKDIR /home/topocoll
ENTRYPOINT ["topocoll"]
CMD ["bench", "-n", "4", "--out", "report"]
