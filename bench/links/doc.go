// Package links counts the bytes that a call sends over each link of an emulated network, and lifts and
// restores the rates of the links.
package links
