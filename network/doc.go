// Package network provides the collective operations on any network with known links. Long messages use all
// links at the same time, and their time is close to the lower bound.
//
// The ring, the mesh and the hypercube of the textbook are virtual topologies. In this package, process i is
// node i of the real network. Blocks move along spanning trees and routes that package topo/pack packs into
// the network. Messages go between neighbours, and between nodes with only switches between them.
//
// Every procedure consists of steps. In a step, each part of a block moves over one link. Package plan
// divides long messages into segments, so that the steps overlap and no link is idle.
//
// The procedures with names that end in Short send whole messages between nearby nodes. Those with names that
// end in Hosts have two levels: the nodes of a host use a tree, and only one node of each host sends to other
// hosts. The caller passes the operation between hosts as a function.
package network
