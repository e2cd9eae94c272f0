import * as fc from 'fast-check'
import type { ActionInput, txMessage } from '../../sandbox/internal.js'
import type { z } from 'zod'
import { unsigned } from '../../schema/index.js'

type TxMessageInput = z.input<typeof txMessage>

/** A KV query, and the remote heights whose state may be submitted. */
export interface KvParts {
  readonly query: bigint | number
  /** The chain that registered it; `neutron` when left out. */
  readonly chain?: string
  /** The current height of the remote chain. */
  readonly height: bigint
  /** Remote balances that the query reads. Some results are submitted after they were set to 0, which deletes their keys. */
  readonly balances?: readonly {
    readonly chain: string
    readonly address: string
    readonly denoms: readonly string[]
  }[]
}

/**
 * Results of a KV query at various heights: the current one, the one before, any earlier one, the next one; and with absent values, if a balance
 * is 0. The chain refuses a height before that of the last result, which is a legal event too.
 *
 * @returns actions to perform in turn
 * @example
 * fc.assert(fc.asyncProperty(kvResults({ query: 1, height: hub.height }), async (actions) => {
 *   for (const action of actions) await sandbox.perform(action)
 * }))
 */
export function kvResults({
  query,
  chain = 'neutron',
  height,
  balances = [],
}: KvParts): fc.Arbitrary<readonly ActionInput[]> {
  const deliver = (more: object = {}): ActionInput => ({
    action: 'deliverQueries',
    chain,
    query: query.toString(),
    ...more,
  })
  const past = fc
    .oneof(fc.constantFrom(height, height - 1n, height + 1n), fc.bigInt({ min: 1n, max: height < 1n ? 1n : height }))
    .map((at) => [deliver({ height: (at < 1n ? 1n : at).toString() })])
  const now = fc.constant([deliver()])
  const emptied = balances.map((balance) =>
    fc.subarray([...balance.denoms], { minLength: 1 }).map((denoms): readonly ActionInput[] => [
      {
        action: 'putRecord',
        chain: balance.chain,
        module: 'bank',
        kind: 'balance',
        record: { address: balance.address, coins: denoms.map((denom) => ({ denom, amount: '0' })) },
      },
      deliver(),
    ]),
  )
  return fc.oneof<fc.Arbitrary<readonly ActionInput[]>[]>(now, past, ...emptied)
}

/** A TX query, and the parts of the transactions that are submitted for it. */
export interface TxParts {
  readonly query: bigint | number
  /** The chain that registered it; `neutron` when left out. */
  readonly chain?: string
  /** The chain whose transactions it queries; `hub` when left out. */
  readonly remote?: string
  /** An account of that chain with coins. */
  readonly from: string
  /** Addresses on that chain other than the one in the filter. */
  readonly to: readonly string[]
  readonly denom: string
  /** A message that the filter matches. With it, transactions contain it once or several times, among other messages. */
  readonly matching?: TxMessageInput
}

/**
 * Hostile but valid results of a TX query. The chain proves only that a transaction was executed successfully, so the contract has to check that
 * the filter matches: another recipient, another amount, two messages that match, one among many.
 *
 * @returns actions to perform in turn: the transaction on the remote chain, then its submission
 * @example
 * const hostile = txResults({ query: 1, from: 'mallory', to: [mallory.address], denom: 'uatom', matching: { send: { to: ica, amount: '5uatom' } } })
 */
export function txResults({
  query,
  chain = 'neutron',
  remote = 'hub',
  from,
  to,
  denom,
  matching,
}: TxParts): fc.Arbitrary<readonly ActionInput[]> {
  const amount = unsigned(20).filter((value) => value > 0n)
  const other = fc
    .tuple(fc.constantFrom(...to), amount)
    .map(([recipient, value]): TxMessageInput => ({ send: { to: recipient, amount: `${value}${denom}` } }))
  const tx = (messages: TxMessageInput[]): ActionInput => ({ action: 'tx', chain: remote, from, messages })
  const deliver = (more: object): ActionInput => ({ action: 'deliverQueries', chain, query: query.toString(), ...more })
  const foreign = fc
    .array(other, { minLength: 1, maxLength: 3 })
    .map((messages) => [tx(messages), deliver({ lie: 'otherTx' })])
  if (matching === undefined) return foreign
  const mixed = fc
    .tuple(fc.array(other, { maxLength: 3 }), fc.integer({ min: 1, max: 3 }), fc.nat(3))
    .map(([others, times, at]) => {
      const messages = [...others]
      messages.splice(Math.min(at, others.length), 0, ...Array<TxMessageInput>(times).fill(matching))
      return [tx(messages), deliver({})]
    })
  return fc.oneof(foreign, mixed)
}
