// Package packing packs trees and routes into a network on one process of a job, and sends every other
// process its part. Packing takes seconds, and the parts are small.
package packing
