import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { createSandbox } from 'sudobox'
import { toHex } from '../../../src/base/bytes.js'
import type { Json } from '../../../src/base/json-value.js'
import { WasmdApp } from '../../../src/app/wasmd.js'
import type { UnorderedRule } from '../../../src/chain/ante/index.js'
import type { Event } from '../../../src/chain/events.js'
import { parseRfc3339 } from '../../../src/codec/time.js'

type RecordedEvent = readonly [type: string, attributes: readonly (readonly [key: string, value: string])[]]

/** A transaction; with `file`, the bytes of that contract are between `tx` and `rest`. */
interface RecordedTx {
  readonly name?: string
  readonly tx: string
  readonly file?: string
  readonly rest?: string
  readonly code?: number
  readonly codespace?: string
  readonly log?: string
  readonly wanted: number
  readonly used: number
  readonly data?: string
  readonly events: readonly RecordedEvent[]
}
export interface RecordedBlock {
  readonly height: number
  readonly time: string
  readonly txs?: readonly RecordedTx[]
  readonly events: readonly RecordedEvent[]
  /** Only where addresses or numbers of accounts are derived from it. */
  readonly appHash?: string
  /** Of the consensus params, in hex, as the header has it. */
  readonly consensusHash?: string
  /** Of the stores whose root is another than after the block before. */
  readonly roots?: Readonly<Record<string, string>>
}
/** A simulation or a check on the state after a height. */
interface Aside {
  readonly name?: string
  readonly at: number
  readonly simulate?: string
  readonly gasUsed?: number
  readonly check?: string
  readonly code?: number
  readonly codespace?: string
  readonly log?: string
  readonly used?: number
  readonly wanted?: number
}

/** A query on the state of a height, over gRPC or REST. */
export interface Question {
  readonly at: number
  readonly query?: string
  readonly request?: string
  readonly response?: string
  readonly code?: number
  readonly message?: string
  readonly get?: string
  readonly status?: number
  readonly body?: string
}

export interface Recording {
  readonly header: {
    readonly program: string
    readonly version: string
    readonly stores: readonly string[]
    /** The block that the program could not make, and what it printed. */
    readonly halted?: { readonly height: number; readonly text: string }
    /** The height from which on another program ran. */
    readonly upgrade?: { readonly height: number }
    readonly genesis: {
      readonly chain_id: string
      readonly genesis_time: string
      readonly app_state: Readonly<Record<string, Readonly<Record<string, Json>>>>
    }
  }
  readonly blocks: readonly RecordedBlock[]
  readonly asides: readonly Aside[]
  readonly questions: readonly Question[]
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The lines of a recording. @param path from the root of the project, if it is not absolute */
export const readLines = (path: string): readonly unknown[] =>
  brotliDecompressSync(readFileSync(resolve(ROOT, path)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

/** @param path from the root of the project */
export function readRecording(path: string): Recording {
  const [header, ...lines] = readLines(path) as readonly [Recording['header'], ...(RecordedBlock | Aside | Question)[]]
  return {
    header,
    blocks: lines.filter((line): line is RecordedBlock => 'height' in line),
    asides: lines.filter((line): line is Aside => 'simulate' in line || 'check' in line),
    questions: lines.filter((line): line is Question => 'query' in line || 'get' in line),
  }
}

const bytesOf = ({ tx, file, rest }: RecordedTx): Uint8Array =>
  file === undefined
    ? Buffer.from(tx, 'base64')
    : Buffer.concat([
        Buffer.from(tx, 'base64'),
        readFileSync(new URL(`../../../contracts/artifacts/${file}.wasm`, import.meta.url)),
        Buffer.from(rest!, 'base64'),
      ])

const eventsOf = (events: readonly Event[]): RecordedEvent[] =>
  events.map(({ type, attributes }) => [type, attributes.map(([key, value]) => [key, value] as const)])

/** What follows is Go's stack or, here, the name of the error. */
export const withoutStack = (log: string): string => log.replace(/stack:\n[\s\S]*/, 'stack:\n')

/** What a simulation used that does not decode is what the node reads for all of them. */
const withoutOwnGas = (log: string): string => log.replace(/(tx parse error) with gas used: '\d+'/, '$1')

/** Of modules that no chain here has; they tell of something at the beginning of a block. */
const isOfEpochs = ([type]: RecordedEvent): boolean => type.startsWith('cosmos.epochs.')

/** Kinds of chains that are compared with recordings of this form. */
type RecordedKind = 'wasmd' | 'nolus' | 'cosmoshub'
const isKind = (rule: RecordedKind | UnorderedRule): rule is RecordedKind =>
  rule === 'wasmd' || rule === 'nolus' || rule === 'cosmoshub'

/** What the node answered, and what a chain of its kind answers. */
export interface Compared {
  readonly name: string
  readonly expected: unknown
  readonly actual: unknown
}

export interface Replayed {
  readonly height: number
  readonly txs: readonly Compared[]
  /** Simulations, and checks of transactions that are refused, on the state after the block. */
  readonly asides: readonly Compared[]
  readonly events: Compared
  /** Roots of stores; the node proves nothing of its first height. */
  readonly roots: readonly Compared[]
}

const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Goes the way of the recorded node on a chain of its kind and release, block by block. @param kind or one of kind `wasmd` with a rule about unordered transactions */
export const replayed = (recording: Recording, kind: RecordedKind | UnorderedRule = 'wasmd'): Generator<Replayed> =>
  stepsOf(newApp(recording.header.genesis, kind), recording, kind)

/** The chain, besides its way: for what comes after it. */
export function replaying(recording: Recording): { readonly app: BaseApp; readonly steps: Generator<Replayed> } {
  const app = newApp(recording.header.genesis, 'wasmd')
  return { app, steps: stepsOf(app, recording, 'wasmd') }
}

function* stepsOf(
  app: BaseApp,
  { header, blocks, asides }: Recording,
  kind: RecordedKind | UnorderedRule,
): Generator<Replayed> {
  let roots: Readonly<Record<string, string>> = {}
  for (const block of blocks) {
    const { height } = block
    roots = { ...roots, ...block.roots }
    if (height === header.upgrade?.height) {
      app.continueAs('0.70')
      // Its store is no longer there.
      const { circuit: _, ...others } = roots
      roots = others
    }
    const { txs, events } = run(app, block)
    const { commitment } = app.stores.latest!
    // New interchain accounts are derived from it, and a chain here lacks some stores of Nolus.
    if (block.appHash !== undefined && kind === 'nolus')
      Object.defineProperty(commitment, 'hash', { value: Buffer.from(block.appHash, 'base64') })
    yield {
      height,
      txs,
      asides: asides.filter(({ at }) => at === height).map((aside) => look(app, aside)),
      events,
      roots: [
        ...Object.entries(roots).map(([store, expected]) => ({
          name: `root of ${store} at ${height}`,
          expected,
          actual: inBase64(commitment.storeHash(store)),
        })),
        ...(block.consensusHash === undefined
          ? []
          : [
              {
                name: `hash of the consensus params at ${height}`,
                expected: block.consensusHash,
                actual: toHex(app.block(height)!.signed.header.consensusHash).toUpperCase(),
              },
            ]),
        ...(block.appHash === undefined
          ? []
          : [
              {
                name: `app hash at ${height}`,
                expected: block.appHash,
                actual: inBase64(commitment.hash),
              },
            ]),
      ],
    }
  }
}

/** Runs the transactions of a block in one of the same height and time. */
export function run(app: BaseApp, { height, time, txs = [], events }: RecordedBlock): Pick<Replayed, 'txs' | 'events'> {
  // The first block belongs to the start of the chain.
  if (height > 1) app.beginBlock({ height, time: parseRfc3339(time) })
  const compared = txs.map((tx, i) => deliver(app, tx, tx.name ?? `transaction ${i} at ${height}`))
  return {
    txs: compared,
    events: {
      name: `events of ${height}`,
      expected: events.filter((event) => !isOfEpochs(event)),
      actual: height > 1 ? eventsOf(app.endBlock().events) : [],
    },
  }
}

type BaseApp = ReturnType<typeof newApp>

/** A chain with the part of the genesis that it has modules for. */
function newApp({ app_state: states, ...genesis }: Recording['header']['genesis'], rule: RecordedKind | UnorderedRule) {
  const kind = isKind(rule) ? rule : 'wasmd'
  // The circuit breaker is gone from v0.70 on.
  const release = kind === 'wasmd' ? { release: 'circuit' in states ? '0.61' : '0.70' } : {}
  const start = (app_state: typeof states) => {
    const options = { kind, ...release, genesis: { ...genesis, app_state } } as const
    const { app } = createSandbox({ chains: { wasmd: options } }).chains.wasmd.host
    return isKind(rule) ? app : new WasmdApp(app.options, { unordered: rule })
  }
  const known = new Set(start({}).modules.map(({ name }) => name))
  // The state of `consensus` is null.
  return start(Object.fromEntries(Object.entries(states).filter(([name, state]) => known.has(name) && state))).baseApp
}

function deliver(app: BaseApp, tx: RecordedTx, name: string): Compared {
  const { code = 0, codespace = '', log = '', wanted, used, data = '', events } = tx
  const done = app.deliver(bytesOf(tx))
  return {
    name,
    expected: { code, codespace, log, wanted, used, data, events },
    actual: {
      code: done.code,
      codespace: done.codespace,
      log: withoutStack(done.log),
      wanted: done.gasWanted,
      used: done.gasUsed,
      data: Buffer.from(done.data).toString('base64'),
      events: eventsOf(done.events),
    },
  }
}

function look(app: BaseApp, { name, at, simulate, check, ...expected }: Aside): Compared {
  if (check === undefined) {
    const { code, log, gasUsed } = app.simulate(Buffer.from(simulate!, 'base64'))
    // As the node's service for simulations says it, and the query in which that is.
    const text = withoutStack(`rpc error: code = Unknown desc = ${log} with gas used: '${gasUsed}': unknown request`)
    const actual = code === 0 ? { gasUsed } : { code: 6, codespace: 'sdk', log: withoutOwnGas(text) }
    const said = expected.log === undefined ? {} : { log: withoutOwnGas(expected.log) }
    return { name: `simulation at ${at}`, expected: { ...expected, ...said }, actual }
  }
  const { code, codespace, log, gasUsed, gasWanted } = app.checkTx(Buffer.from(check, 'base64'))
  // A transaction that got no meter is said to have used what the node reads for all that it checks.
  const used = gasWanted === 0 ? expected.used : gasUsed
  const actual = { code, codespace, log: withoutStack(log), used, wanted: gasWanted }
  return { name: `check ${name ?? `at ${at}`}`, expected, actual }
}
