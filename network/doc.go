// Package network has the collective operations on any network whose links are known: for long messages they take about
// the time that the links need, all of them at work.
//
// The ring, the mesh and the hypercube of the textbook are names that processes give each other; here a process is a node of
// the network that the machine has. Blocks go along spanning trees and routes that package topo/pack packs into it, as many
// as the links can carry at the same time. Messages pass between nodes that are neighbours, or have only switches between
// them.
//
// Every procedure goes in steps: in a step, each part of a block moves over one link. With short messages that is what
// happens; for long ones package plan cuts the messages, and then the steps overlap until the links are never idle.
package network
