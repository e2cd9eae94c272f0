import { z } from 'zod'
import { toHex } from '../../base/index.js'
import { chain } from '../values/fields.js'
import type { ChainHost } from '../host/chain-host.js'

/** The head of a chain. */
export interface Head {
  readonly chainId: string
  /** Height of the last block. */
  readonly height: bigint
  /** Time of the last block, in nanoseconds since 1970. */
  readonly time: bigint
  /** App hash after the last block, in hex, as the next header carries it. */
  readonly appHash: string
}

export const headAction = z
  .strictObject({ action: z.literal('head'), chain })
  .describe('Reads the head of a chain: its last block, and the hash of its state; changes nothing.')

export const headOf = ({ app }: ChainHost): Head => ({
  chainId: app.chainId,
  height: BigInt(app.height),
  time: app.time,
  appHash: toHex(app.keepers.chain.appHash()),
})
