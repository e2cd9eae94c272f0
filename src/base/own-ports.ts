/** Ports that this process listens on: code that waits for one of them synchronously would wait forever. */
export const ownPorts = new Set<number>()
