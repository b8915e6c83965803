// Package links reads and changes the links of an emulated network on which ranks run: the bytes that a call
// puts on each link, and the rates of the links.
package links
