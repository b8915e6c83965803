// Package packing has one process of a job pack trees and routes into the network between them, and gives every other one its
// part: packing takes seconds, and the parts are small.
package packing
