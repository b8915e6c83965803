package results

const nonblock = 0 // js has no named pipes
