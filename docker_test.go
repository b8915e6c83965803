package main

import (
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// scripts/docker-cluster writes a correct Compose file in any folder, and copies the report to the requested
// folder. A shell script stands in for docker, and stores Compose's input.
func TestDockerClusterInAnyFolder(t *testing.T) {
	const docker = `#!/bin/sh
case "$1 $2" in
"compose --project-name") cp "$(dirname "$5")"/*.yml "$kept" ;;
"ps --quiet") echo node ;;
"cp node:/home/topocoll/report/.") echo report >"$3/summary" ;;
esac
`
	folder := filepath.Join(t.TempDir(), `it's "a" $HOME: {b} #c`)
	bin, kept := t.TempDir(), t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(folder, "scripts"), os.DirFS("scripts")))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "docker"), []byte(docker), 0o755))
	cluster := func(args ...string) string {
		command := proctest.Command(t, "sh", append([]string{"scripts/docker-cluster"}, args...)...)
		command.Dir = folder
		return ran(t, command, "PATH="+bin+":"+os.Getenv("PATH"), "kept="+kept, "CDPATH=/:"+folder)
	}

	assert.Equal(t, "2 nodes are up: node1 to node2\n", cluster("up", "2"))
	assert.YAMLEq(t, `
services:
  node1: {extends: {file: node.yml, service: node}, hostname: node1,
          entrypoint: [topocoll-node, '2'], command: []}
  node2: {extends: {file: node.yml, service: node}, hostname: node2,
          entrypoint: [topocoll-node, '2'], command: []}
volumes: {keys: {}}
`, contentOf(t, filepath.Join(kept, "compose.yml")))
	assert.Contains(t, contentOf(t, filepath.Join(kept, "node.yml")),
		"services:\n  node:\n    image: topocoll\n")
	if _, err := exec.LookPath("docker-compose"); err == nil {
		assert.Contains(t, ran(t, proctest.Command(t, "docker-compose", "--file", filepath.Join(kept,
			"compose.yml"), "config")), "topocoll-node")
	}

	assert.Equal(t, "the report is in a:b $c\n", cluster("run", "--out", "a:b $c", "--", "true"))
	assert.FileExists(t, filepath.Join(folder, "a:b $c", "summary"))
}

// The Dockerfile uses the base images that .ci/base-images makes and scripts/docker-test looks for. Their
// Go is new enough for go.mod.
func TestDockerfileBases(t *testing.T) {
	image := regexp.MustCompile(`golang:(1\.\d+)-`)
	found := image.FindStringSubmatch(contentOf(t, "Dockerfile"))
	require.NotNil(t, found)
	least := regexp.MustCompile(`(?m)^go (1\.\d+)`).FindStringSubmatch(contentOf(t, "go.mod"))
	require.NotNil(t, least)
	assert.GreaterOrEqual(t, version.Compare("go"+found[1], "go"+least[1]), 0)
	for file, release := range map[string]string{"Dockerfile": "$DEBIAN", ".ci/base-images": "$release",
		"scripts/docker-test": "$release"} {
		assert.Contains(t, contentOf(t, file), found[0]+release, file)
		assert.Contains(t, contentOf(t, file), "debian:"+release+"-slim", file)
	}
}
