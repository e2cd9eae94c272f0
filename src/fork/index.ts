/** State of a live chain at one height, read as it is needed. */
export { ForkError, type ForkFailure } from './errors.js'
export { Fork } from './fork.js'
export { readIdentity, type ChainIdentity } from './identity.js'
export { openFork } from './open-fork.js'
export type { ForkProgress } from './options.js'
export { LiveNode, MAX_FOUND, type FoundTx, type LiveBlock } from './node/live-node.js'
export type { LiveEvent } from './node/block-documents.js'
export type { Refusal } from './node/abci.js'
