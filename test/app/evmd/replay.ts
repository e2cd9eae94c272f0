import { isDeepStrictEqual } from 'node:util'
import { toUtf8 } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { EvmdApp } from '../../../src/app/evmd/app.js'
import type { App } from '../../../src/chain/app.js'
import { grpcStatus } from '../../../src/chain/errors.js'
import type { PatchedFault } from '../../../src/chain/index.js'
import { ErrPanic } from '../../../src/chain/sdk-errors.js'
import { protoJson } from '../../../src/codec/proto-json/index.js'
import { ChainNode } from '../../../src/server/chain-node.js'
import { DEFAULT_CHAIN_LIMITS } from '../../../src/server/limits.js'
import { consensusParams } from '../../../src/chain/block/consensus.js'
import { addressText } from '../../../src/chain/address.js'
import type { Context, Vote } from '../../../src/chain/context.js'
import type { Event } from '../../../src/chain/events.js'
import { parseRfc3339 } from '../../../src/codec/time.js'
import { sha256 } from '../../../src/crypto/index.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { keyBytes } from '../../../src/store/key.js'
import { recording, type Block, type Header, type Question, type Recording } from '../../modules/evm/recording.js'
import { withoutStack, type Compared } from '../wasmd/recording.js'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** As the recorder sets them. Source: cosmos-sdk v0.54.3 testutil/sims `DefaultConsensusParams`. */
const CONSENSUS = {
  ...consensusParams(10_000_000),
  block: { maxBytes: 4_000_000n, maxGas: 10_000_000n },
  evidence: { maxAgeBlocks: 302_400n, maxAgeNanoseconds: 1_814_400_000_000_000n, maxBytes: 10_000n },
  authority: addressText('cosmos', moduleAddress('gov')),
  namesVersions: false,
}

/** A chain with a recorded genesis, which is told of its blocks what the recorded one was told. */
export function newApp(
  { genesis }: Header,
  blocks: readonly Block[],
  unpatched: readonly PatchedFault[] = [],
): EvmdApp {
  const { '07-tendermint': _, consensus: __, genutil: ___, vesting: ____, ...app_state } = genesis.app_state
  return new EvmdApp(
    {
      name: 'evmd',
      prefix: 'cosmos',
      denom: 'atest',
      vm: '',
      wasmd: 'stock',
      txContracts: false,
      txIndex: true,
      chainId: genesis.chain_id,
      genesisTime: parseRfc3339(genesis.genesis_time) - 1_000_000_000n,
      params: {},
      unpatched,
      genesis: app_state as never,
    },
    {
      consensus: CONSENSUS,
      given: (height) => ({
        hash: Buffer.from(blocks[height - 1]!.hash, 'base64'),
        proposer: Buffer.from(blocks[height - 1]!.proposer, 'base64'),
        ...(height > 1 && { votes: votesOf(app_state['staking'] as unknown as Staking, blocks[height - 1]!) }),
      }),
    },
  )
}

interface Staking {
  readonly validators: readonly { readonly tokens: string; readonly consensus_pubkey: { readonly key: string } }[]
}

/** The recorder's validators vote with the power of the genesis, whatever is delegated. */
const votesOf = ({ validators }: Staking, { absent = [] }: Block): readonly Vote[] =>
  validators.map(({ tokens, consensus_pubkey: { key } }) => {
    const address = sha256(Buffer.from(key, 'base64')).slice(0, 20)
    return { address, power: BigInt(tokens) / 10n ** 18n, signed: !absent.includes(base64(address)) }
  })

/** Attributes that are no text have their bytes in a third member. */
const eventsOf = (events: readonly Event[]) =>
  events.map(({ type, attributes }) => [
    type,
    attributes.map(([key, value]) => (isText(value) ? [key, value] : [key, '', base64(toUtf8(value))])),
  ])
const isText = (value: string): boolean => !/\p{Surrogate}/u.test(value)

function rowsOf(ctx: Context, store: string): Record<string, string> {
  const rows: Record<string, string> = {}
  for (const it = ctx.rawStore(store).iterator(); it.valid; it.next()) rows[hex(keyBytes(it.key))] = hex(it.value)
  return rows
}

/** The recorder leaves out rows without a value that the first block adds; the app hash has them. */
function addEmpty(rows: Record<string, string>, actual: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(actual)) if (value === '') rows[key] ??= ''
}

function answered(app: App, { path, request, height }: Question): Partial<Question> {
  try {
    const node = new ChainNode({ baseApp: app, name: 'evmd', denom: 'atest' }, DEFAULT_CHAIN_LIMITS)
    const response = node.query(path, Buffer.from(request, 'base64'), height)
    return {
      ...(response.length > 0 && { response: base64(response) }),
      json: protoJson(app.types.methodTypes(path)!.response, response, app.types),
    }
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    if (ErrPanic.is(error)) return { panic: error.log.replace(/: panic$/, '') }
    const { code, message } = grpcStatus(error)
    return { code, text: message }
  }
}

/** The bodies and results of a block's transactions, and its events. */
export const resultsOf = (app: App, block: Block): readonly Compared[] =>
  (block.txs ?? []).map((tx, i) => {
    const { code = 0, codespace = '', log = '', wanted, used, data = '', events } = tx
    const done = app.deliver(Buffer.from(tx.tx, 'base64'))
    return {
      name: `${block.story}: transaction ${i} at ${block.height}`,
      expected: { code, codespace, log, wanted, used, data, events },
      actual: {
        code: done.code,
        codespace: done.codespace,
        log: withoutStrayBytes(withoutStack(done.log)),
        wanted: done.gasWanted,
        used: done.gasUsed,
        data: base64(done.data),
        events: eventsOf(done.events),
      },
    }
  })

/** A byte that is no text is the same character in JSON of Go, which the recorder writes. */
const withoutStrayBytes = (log: string): string => log.replace(/[\udc80-\udcff]/g, '\ufffd')

function writeRows(rows: Record<string, Record<string, string>>, block: Block): void {
  for (const [store, changed] of Object.entries(block.rows))
    for (const [key, value] of Object.entries(changed))
      if (value === null) delete rows[store]![key]
      else rows[store]![key] = value
}

/** Goes the way of a recorded chain: what it answered, and what a chain here answers. @param rowsAt the stores whose rows are compared after a block */
function* replayed(
  { header, blocks }: Recording,
  rowsAt: (block: Block, app: App) => readonly string[],
): Generator<{ readonly block: Block; readonly compared: readonly Compared[] }> {
  const app = newApp(header, blocks).baseApp
  const rows = structuredClone(header.rows) as Record<string, Record<string, string>>
  for (const block of blocks) {
    const { height } = block
    if (height > 1) app.beginBlock({ height, time: parseRfc3339(block.time) })
    const txs = resultsOf(app, block)
    const ended = height > 1 ? app.endBlock() : app.block(1)!
    writeRows(rows, block)
    const now = app.queryContext()
    if (height === 1) for (const store of header.stores) addEmpty(rows[store]!, rowsOf(now, store))
    const stores = rowsAt(block, app).map((store) => ({
      name: `rows of ${store} at ${height}`,
      expected: { ...rows[store] },
      actual: rowsOf(now, store),
    }))
    const questions = (block.questions ?? []).map(({ path, request, height, ...expected }, i) => ({
      name: `${block.story}: ${path} ${i} at ${height ?? block.height}, ${Buffer.from(request, 'base64').toString()}`,
      expected,
      actual: answered(app, { path, request, ...(height !== undefined && { height }) }),
    }))
    const layer = app.checkState()
    const checks = (block.checks ?? []).map((tx, i) => {
      const { code = 0, codespace = '', log = '', wanted, used, events } = tx
      const done = app.checkTx(Buffer.from(tx.tx, 'base64'), layer)
      return {
        name: `${block.story}: check ${i} at ${height}`,
        expected: { code, codespace, log, wanted, used, events },
        actual: {
          code: done.code,
          codespace: done.codespace,
          log: withoutStack(done.log),
          wanted: done.gasWanted,
          used: done.gasUsed,
          events: eventsOf(done.events),
        },
      }
    })
    yield {
      block,
      compared: [
        ...questions,
        ...checks,
        ...txs,
        { name: `events of ${height}`, expected: block.events, actual: eventsOf(ended.events) },
        ...stores,
        { name: `app hash at ${height}`, expected: block.appHash, actual: base64(app.stores.latest!.commitment.hash) },
      ],
    }
  }
}

/** The stores whose root is another than the recorded one. */
function otherRoots({ header }: Recording): (block: Block, app: App) => readonly string[] {
  const roots: Record<string, string> = {}
  return (block, app) => {
    Object.assign(roots, block.roots)
    const { commitment } = app.stores.latest!
    return header.stores.filter((store) => base64(commitment.storeHash(store)) !== roots[store])
  }
}

export interface Replayed {
  /** What differs in the first block in which something does: what follows, follows from it. */
  readonly different: readonly Compared[]
  /** How many blocks are equal. */
  readonly equal: number
}

function firstOf(blocks: ReturnType<typeof replayed>): Replayed {
  let equal = 0
  for (const { compared } of blocks) {
    const different = compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual))
    if (different.length > 0) return { different, equal }
    equal++
  }
  return { different: [], equal }
}

/** Compares all rows after each block. @param name of the recording */
export function firstDifferences(name: string): Replayed {
  const one = recording(name)
  return firstOf(replayed(one, () => one.header.stores))
}

/** Compares the roots of all stores after each block, and the rows of stores whose roots differ. */
export const firstDifferencesOf = (one: Recording): Replayed => firstOf(replayed(one, otherRoots(one)))
