// Package links counts the bytes that a call sends over each link of an emulated network, and lifts and
// restores the rate limits of the links.
package links
