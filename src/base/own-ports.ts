/** Ports that this process listens on: who waits for one of them without leaving the event loop waits for ever. */
export const ownPorts = new Set<number>()
