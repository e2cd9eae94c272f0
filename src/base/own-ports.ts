/** Ports that this process listens on: code that waits for one of them synchronously would wait for ever. */
export const ownPorts = new Set<number>()
