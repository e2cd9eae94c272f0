import { z } from 'zod'
import { fromBase64, NO_BYTES, toHex } from '../../base/index.js'
import { ForkError } from '../errors.js'
import type { RpcAnswer, RpcCall } from '../rpc/wire.js'

/** A query of the application. */
export interface AbciQuery {
  readonly path: string
  readonly data: Uint8Array
  /** 0: the last. */
  readonly height: number
  readonly prove?: boolean
}

export interface AbciAnswer {
  readonly value: Uint8Array
  /** Operations of the proof: `CommitmentProof` bytes, from the key to the app hash. */
  readonly ops: readonly { readonly data: Uint8Array }[]
}

export const abciCall = ({ path, data, height, prove = false }: AbciQuery): RpcCall => ({
  method: 'abci_query',
  params: { path, data: toHex(data), height: String(height), prove },
})

const base64 = z.base64().transform(fromBase64)
const bytes = base64.nullish().transform((value) => value ?? NO_BYTES)

const response = z.object({
  response: z.object({
    code: z.int().default(0),
    codespace: z.string().default(''),
    log: z.string().default(''),
    value: bytes,
    proofOps: z.object({ ops: z.array(z.object({ data: base64 })) }).nullish(),
  }),
})

/** A query that the application refused. */
export interface Refusal {
  readonly codespace: string
  readonly code: number
  readonly log: string
}

/** @throws ForkError `refused` for an error of the node, and for anything but a response to a query; `pruned` for a height that it no longer has */
export function readAbci(
  answer: Exclude<RpcAnswer, { failed: string }>,
  { path, height }: AbciQuery,
): AbciAnswer | Refusal {
  const result = resultOf(answer, path)
  const parsed = response.safeParse(result)
  if (!parsed.success) throw unreadable(path)
  const { code, codespace, value, proofOps } = parsed.data.response
  const log = clipped(parsed.data.response.log)
  if (PRUNED.test(log)) throw pruned(height, log)
  return code === 0 ? { value, ops: proofOps?.ops ?? [] } : { codespace, code, log }
}

/** The result. @throws ForkError as {@link readAbci} */
export function resultOf(answer: Exclude<RpcAnswer, { failed: string }>, what: string): unknown {
  if ('result' in answer) return answer.result
  const text = clipped([answer.error.message, answer.error.data].filter(Boolean).join(': '))
  if (FUTURE.test(text))
    throw new ForkError('refused', `the chain has not made ${what} yet: ${text}`, {
      details: ['right: an earlier height; with `verify` the block after it must have been made too'],
    })
  if (PRUNED.test(text))
    throw new ForkError('pruned', `the node no longer has what ${what} needs: ${text}`, PRUNED_HELP)
  throw new ForkError('refused', `the node refused ${what}: ${text}`)
}

/** A node may send a text of any length. */
const clipped = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}…` : text)

/** A message of the protocol buffers in a response. @throws ForkError `refused` for other bytes */
export function decoded<T>(type: { decode(bytes: Uint8Array): T }, bytes: Uint8Array, what: string): T {
  try {
    return type.decode(bytes)
  } catch {
    throw unreadable(what)
  }
}

export const unreadable = (what: string): ForkError =>
  new ForkError('refused', `what the node says to ${what} is no response of CometBFT`)

/**
 * Source: iavl `ErrVersionDoesNotExist`, cosmossdk.io/store rootmulti `Query`, cosmos-sdk baseapp `CreateQueryContext`, cometbft rpc/core/env.go `getHeight`,
 * state/errors.go `ErrNoValSetForHeight`.
 */
const PRUNED =
  /version does not exist|has not been pruned|failed to load state at height|is not available, lowest height is|could not find validator set for height/

/** Source: cometbft rpc/core/env.go `getHeight`. */
const FUTURE = /must be less than or equal to the current blockchain height/

const PRUNED_HELP = {
  details: [
    'right: a later height, or the endpoint of an archive node; most nodes keep the state of the last days only',
  ],
}

const pruned = (height: number, log: string): ForkError =>
  new ForkError('pruned', `the node has no state of height ${height}: ${log}`, PRUNED_HELP)
