import { expect, test } from 'vitest'
import type { App } from '../../../src/chain/app.js'
import { PATCHED_EVM_FAULTS } from '../../../src/chain/index.js'
import { parseRfc3339 } from '../../../src/codec/time.js'
import { keyOf } from '../../../src/store/key.js'
import { recording, type Block } from '../../modules/evm/recording.js'
import type { Compared } from '../wasmd/recording.js'
import { firstDifferences, newApp, resultsOf } from './replay.js'

// The stories of published faults of callbacks, on v0.6.0, which has them, and on v0.7.3, which has none: made by reference/evmd-faults and reference/evmd.

const AFTER = 'faults-0.7.3'
const BEFORE = recording('faults-0.6.0')

test('a chain with all patches: transactions, rows of all stores and app hashes are those of v0.7.3', () => {
  const { blocks } = recording(AFTER)
  expect(firstDifferences(AFTER)).toEqual({ different: [], equal: blocks.length })
})

type Result = Record<'code' | 'used', number> & { readonly log: string; readonly events: Block['events'] }

const has = ({ events }: Result, type: string) => events.some(([one]) => one === type)

/** The message of a relayer or an account; undefined for a transaction that failed, or of Ethereum. */
const actionOf = ({ events }: Result): string | undefined =>
  events
    .filter(([type]) => type === 'message')
    .flatMap(([, attributes]) => attributes)
    .find(([key, value]) => key === 'action' && value?.startsWith('/ibc.'))?.[1]
    ?.replace(/.*\./, '')

/**
 * What both releases do alike. Left out: of a transaction of Ethereum the response, which has the gas of the precompile for transfers, and events, which tell
 * of fees in another order; its gas is compared, half of the limit.
 */
function comparable({ name, expected, actual }: Compared) {
  const told = expected as Result
  if (!has(told, 'ethereum_tx')) {
    const { used: _, ...rest } = told
    const { used: __, ...others } = actual as Result
    return [
      { name, ...rest },
      { name, ...others },
    ]
  }
  const packets = ['send_packet', 'ibc_transfer']
  return [told, actual as Result].map(({ code, log, used, events }) => ({
    name,
    code,
    log,
    used,
    packets: events.filter(([type]) => packets.includes(type)),
    failed: events.flatMap(([, attributes]) => attributes.filter(([key]) => key === 'ethereumTxFailed')),
  }))
}

/** What the steps before messages cost more in v0.53 of the SDK. */
const OF_ANTE = 300
/** What reading an account costs more if its number follows from its address, as in v0.54: nine bytes. */
const OF_NUMBER = 27

/**
 * Gas of acknowledgements and timeouts, to the unit. That of packets that arrive is left out, since v0.6 creates accounts and tokens at other prices, and of
 * callbacks that transfer, since the precompile has other prices there.
 */
function isSameGas({ expected, actual }: Compared): boolean {
  const [told, done] = [expected as Result, actual as Result]
  const action = actionOf(told)
  if (action === undefined) return done.used === told.used
  if (action === 'MsgRecvPacket' || action === 'MsgTransfer' || has(told, 'ibc_transfer')) return true
  return [0, 1, 2].some((numbers) => told.used - OF_ANTE + numbers * OF_NUMBER === done.used)
}

/** Rows of `bank` that tell of what is minted, which the recorded chain does not do, and of bonds, of which it has fewer. */
const SUPPLY = '00'
const MODULES = ['93354845030274cd4bf1686abd60ab28ec52e1a7', '4fea76427b8345861e80a3540a8a9d936fd39391']

/** What contracts have stored, and what everybody has, where it is not as recorded. */
function otherRows(app: App, { rows }: Block): readonly unknown[] {
  const ctx = app.queryContext()
  return Object.entries(rows).flatMap(([store, changed]) =>
    Object.entries(changed)
      .filter(([key]) => store !== 'bank' || !(key.startsWith(SUPPLY) || MODULES.some((one) => key.includes(one))))
      .map(([key, expected]) => {
        const value = ctx.rawStore(store).get(keyOf(Buffer.from(key, 'hex')))
        return { store, key, expected, actual: value === undefined ? null : Buffer.from(value).toString('hex') }
      })
      .filter(({ expected, actual }) => actual !== expected),
  )
}

test('a chain that lacks the patches: results, callbacks, packets, their gas, balances and what contracts store are those of v0.6.0', () => {
  const app = newApp(recording(AFTER).header, BEFORE.blocks, PATCHED_EVM_FAULTS).baseApp
  const seen = { callbacks: 0, rows: 0 }
  for (const block of BEFORE.blocks) {
    const { height, story, time, rows } = block
    if (height > 1) app.beginBlock({ height, time: parseRfc3339(time) })
    for (const one of resultsOf(app, block)) {
      const [expected, actual] = comparable(one)
      expect(actual).toEqual(expected)
      const [recorded, done] = [one.expected as Result, one.actual as Result]
      expect(isSameGas(one), `${one.name}: gas ${done.used}, recorded ${recorded.used}`).toBe(true)
      if (has(recorded, 'ibc_src_callback')) seen.callbacks++
    }
    if (height > 1) app.endBlock()
    else app.block(1)
    expect({ story, height, rows: otherRows(app, block) }).toEqual({ story, height, rows: [] })
    seen.rows += Object.values(rows).reduce((sum, changed) => sum + Object.keys(changed).length, 0)
  }
  expect(seen.callbacks).toBeGreaterThan(45)
  expect(seen.rows).toBeGreaterThan(1000)
})

test('the two recordings of each fault differ in what callbacks come to', () => {
  const outcomes = ({ blocks }: typeof BEFORE, fault: string) =>
    blocks
      .filter(({ story }) => story.startsWith(`${fault}:`))
      .flatMap(({ txs = [] }) => txs.flatMap(({ events }) => events.filter(([type]) => type.endsWith('_callback'))))
  for (const fault of PATCHED_EVM_FAULTS.map((one) => one.replace('cosmos/evm#', '')))
    expect(outcomes(BEFORE, fault)).not.toEqual(outcomes(recording(AFTER), fault))
  expect([BEFORE.header.version, recording(AFTER).header.version]).toEqual(['v0.6.0', 'v0.7.3'])
})
