package results

const nonblock = 0 // there are no pipes
