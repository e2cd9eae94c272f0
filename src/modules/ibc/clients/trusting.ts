import type { LightClient } from './light-client.js'

/**
 * A light client that believes: it takes every header, and every proof of a height that it knows. What verifying reads of the state is read
 * all the same, so that gas differs by the size of headers and proofs alone.
 */
export const trusting = (client: LightClient): LightClient => ({
  ...client,
  verifyMessage: () => {},
  isMisbehaviour: () => false,
  verifyMembership: (ctx, id, { height }) => void client.timestampAt(ctx, id, height),
  verifyNonMembership: (ctx, id, { height }) => void client.timestampAt(ctx, id, height),
})
