import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { ETH_SECP256K1_KEY, KEY_TYPES, keyBytesOf } from '../../../src/chain/ante/public-keys.js'
import type { App } from '../../../src/chain/app.js'
import { exportModules } from '../../../src/chain/genesis.js'
import type { Context } from '../../../src/chain/context.js'
import { parseRfc3339 } from '../../../src/codec/time.js'
import { decodeAccount } from '../../../src/modules/auth/account.js'
import { keyBytes, keyOf } from '../../../src/store/key.js'
import { evmChain, STORES } from './chain.js'
import { recording, type Block } from './recording.js'

const RECORDINGS = ['bank', 'ethereum', 'tokens', 'precompiles', 'standards', 'fees', 'mixed', 'packets'] as const

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function rowsOf(ctx: Context, store: string): Record<string, string> {
  const rows: Record<string, string> = {}
  for (const it = ctx.rawStore(store).iterator(); it.valid; it.next()) rows[hex(keyBytes(it.key))] = hex(it.value)
  return rows
}

/** Storage of the contract that serves hashes of blocks, which begin blockers write. */
const HISTORY = '020000f90827f1c53a10cb7a02335b175320002935'
const COUNTED_GAS = '01'

/** Whether something other than the blockers of these modules wrote a row. */
function isOthers(store: string, key: string, { events }: Block): boolean {
  if (store === 'evm') return !key.startsWith(HISTORY)
  if (store === 'feemarket') return key !== COUNTED_GAS && events.some(([type]) => type === 'active_proposal')
  return true
}

/** Writes what transactions and proposals of a recorded block wrote. */
function writeOthers(app: App, block: Block, stores: readonly string[] = STORES): void {
  for (const store of stores)
    for (const [key, value] of Object.entries(block.rows[store] ?? {})) {
      if (!isOthers(store, key, block)) continue
      const rows = app.stateContext().rawStore(store)
      const place = keyOf(Buffer.from(key, 'hex'))
      if (value === null) rows.delete(place)
      else rows.set(place, Buffer.from(value, 'hex'))
    }
}

test.each(RECORDINGS)('%s: rows after genesis are those of evmd', (name) => {
  const { header, blocks } = recording(name)
  const { app } = evmChain(header, () => blocks[0]!)
  const ctx = app.queryContext()
  for (const store of [...STORES, 'bank']) expect(rowsOf(ctx, store), store).toEqual(header.rows[store])
  // Contracts that are there from the beginning have accounts, with numbers that follow from their addresses.
  const accounts = rowsOf(ctx, 'acc')
  expect(Object.keys(accounts).length).toBeGreaterThanOrEqual(17)
  expect(header.rows['acc']).toMatchObject(accounts)
})

test.each(RECORDINGS)('%s: base fees, counted gas, hashes of blocks and roots are those of evmd', (name) => {
  const { header, blocks } = recording(name)
  let current = blocks[0]!
  const { app } = evmChain(header, () => current)
  let roots: Readonly<Record<string, string>> = {}
  for (const block of blocks) {
    current = block
    app.beginBlock({ height: block.height, time: parseRfc3339(block.time) })
    writeOthers(app, block)
    const { events } = app.endBlock()
    const told = ['fee_market', 'evm_fee_market', 'block_gas']
    expect(
      events
        .filter(({ type }) => told.includes(type))
        .map(({ type, attributes }) => [type, attributes.map(([key, value]) => [key, value])]),
    ).toEqual(block.events.filter(([type]) => told.includes(type)))
    roots = { ...roots, ...block.roots }
    const { commitment } = app.stores.latest!
    expect(
      STORES.map((store) => [store, Buffer.from(commitment.storeHash(store)).toString('base64')]),
      `${block.story}, height ${block.height}`,
    ).toEqual(STORES.map((store) => [store, roots[store]]))
  }
  expect(blocks.length).toBeGreaterThan(20)
})

test('an exported genesis starts an equal chain', () => {
  const { header, blocks } = recording('tokens')
  const { app, accounts, evm } = evmChain(header, () => blocks[0]!)
  for (const block of blocks) writeOthers(app, block, [...STORES, 'bank'])
  const before = app.stateContext()
  for (const [address] of evm.contracts(before)) if (!accounts.has(before, address)) accounts.open(before, address)
  const app_state = exportModules(app.config.modules, before)
  const started = evmChain({ ...header, genesis: { ...header.genesis, app_state } }, () => blocks[0]!)
  for (const store of [...STORES, 'bank'])
    expect(rowsOf(started.app.queryContext(), store), store).toEqual(rowsOf(before, store))
  expect([...started.erc20.allowances(before)].map(({ value }) => value)).toEqual([9n])
  expect(new Set([...started.erc20.pairs(before)].map(({ enabled }) => enabled))).toEqual(new Set([false, true]))
})

test.each(RECORDINGS)('%s: codes are under their hashes, and accounts under the addresses of their keys', (name) => {
  const { header, blocks } = recording(name)
  const all = [header.rows, ...blocks.map(({ rows }) => rows)]
  for (const [key, code] of all.flatMap(({ evm = {} }) => Object.entries(evm)))
    if (key.startsWith('01')) expect(key.slice(2)).toBe(hex(keccak_256(Buffer.from(code!, 'hex'))))
  const keys = all
    .flatMap(({ acc = {} }) => Object.entries(acc))
    .filter(([key]) => key.startsWith('01') && key.length === 42)
    .map(([key, value]) => ({ key, ...decodeAccount('cosmos', Buffer.from(value!, 'hex')) }))
    .filter(({ publicKey }) => publicKey?.typeUrl === '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey')
  for (const { key, publicKey } of keys)
    expect(key.slice(2)).toBe(hex(KEY_TYPES[ETH_SECP256K1_KEY]!.address(keyBytesOf(publicKey!))))
  // Transactions of Ethereum leave no key.
  expect(keys.length > 0).toBe(name !== 'ethereum' && name !== 'standards')
})
