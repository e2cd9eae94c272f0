import { pendingQueries } from '../chains/pending-queries.js'
import { equalBytes, jsonText, toHex, UsageError } from '../../base/index.js'
import { keyBytes, type Key, type KVIterator } from '../../store/index.js'
import type { ActionInput, QueryDelivery, TraceNode, TxResult } from '../../sandbox/internal.js'
import { Story } from '../story.js'
import type { Start } from '../setup.js'
import type { ExecutedStep } from '../view.js'

/**
 * Runs an action sequence on the light path and on the exact one, and compares all that contracts can observe: their calls with messages, gas and errors, events,
 * heights and times, what is in flight, and at the end each row of each chain's state.
 * @returns the first difference; undefined if there is none
 */
export async function differenceOfPaths(start: Start, actions: readonly ActionInput[]): Promise<string | undefined> {
  const light = await run({ ...start, light: true }, actions)
  const exact = await run({ ...start, light: false }, actions)
  for (const [i, seen] of light.steps.entries())
    if (seen !== exact.steps[i]) return `step ${i + 1}: ${difference(seen, exact.steps[i]!)}`
  return stateDifference(light.states, exact.states)
}

interface Run {
  /** What was seen at each step, as text. */
  readonly steps: readonly string[]
  readonly states: readonly ChainRows[]
}

interface ChainRows {
  readonly chain: string
  readonly stores: readonly string[]
  readonly rows: (store: string) => Iterator<Row>
}

type Row = readonly [key: Key, value: Uint8Array]

async function run(start: Start, actions: readonly ActionInput[]): Promise<Run> {
  const story = await Story.beginBlind(start)
  const steps: string[] = []
  for (const action of actions) steps.push(jsonText(await seenAt(story, action)))
  return { steps, states: statesOf(start) }
}

async function seenAt(story: Story, action: ActionInput): Promise<unknown> {
  const { sandbox } = story.start
  try {
    const step = await story.execute(action)
    return {
      ...seenIn(step),
      clocks: Object.values(sandbox.chains).map(({ key, height, time }) => [key, height, time]),
      packets: sandbox.relayer.pending(),
      queries: pendingQueries(sandbox),
    }
  } catch (error) {
    if (error instanceof UsageError) return { impossible: error.shortMessage }
    throw error
  }
}

const seenIn = ({ error, results }: ExecutedStep): object => ({
  error: error && { name: error.name, code: error.code, text: error.shortMessage },
  results: results.map(resultSeen),
})

const resultSeen = (result: TxResult): unknown => {
  const { chain, height, hash, code, codespace, rawLog, events, data, trace, sudo } = result
  return {
    chain,
    height,
    // A result of a transaction query holds the gas and all events of the remote transaction.
    ...(!carriesTx(result) && { hash }),
    code,
    codespace,
    rawLog,
    // Those of fees and signatures.
    events: events.filter(({ type }) => type !== 'tx'),
    data: toHex(data),
    calls: trace.map(callSeen),
    sudo,
  }
}

const carriesTx = (result: TxResult | QueryDelivery): boolean => 'remoteTx' in result && result.remoteTx !== undefined

const callSeen = ({
  kind,
  entryPoint,
  contract,
  sender,
  funds,
  message,
  gasUsed,
  error,
  storage,
  events,
  children,
}: TraceNode): unknown => ({
  kind,
  entryPoint,
  contract,
  sender,
  funds,
  message,
  gasUsed,
  error,
  storage,
  events,
  calls: children.map(callSeen),
})

const statesOf = ({ sandbox }: Start): readonly ChainRows[] =>
  Object.values(sandbox.chains).map(({ key, host }) => {
    const { context, baseApp } = host.app
    return { chain: key, stores: baseApp.stores.names, rows: (store) => rowsIn(context.store(store).iterator()) }
  })

function* rowsIn(rows: KVIterator): Generator<Row> {
  for (; rows.valid; rows.next()) yield [rows.key, rows.value]
}

function stateDifference(light: readonly ChainRows[], exact: readonly ChainRows[]): string | undefined {
  for (const [i, { chain, stores, rows }] of light.entries())
    for (const store of stores) {
      const [one, other] = [rows(store), exact[i]!.rows(store)]
      for (;;) {
        const [a, b] = [next(one), next(other)]
        if (a === undefined && b === undefined) break
        if (a === undefined || b === undefined || a[0] !== b[0] || !equalBytes(a[1], b[1]))
          return `the state of ${chain}, store ${store}: ${rowText(a)} instead of ${rowText(b)}`
      }
    }
  return undefined
}

function next(rows: Iterator<Row>): Row | undefined {
  const { done, value } = rows.next()
  return done === true ? undefined : value
}

const rowText = (row: Row | undefined): string =>
  row === undefined ? 'no row' : `${toHex(keyBytes(row[0]))} = ${toHex(row[1])}`

/** The first place where two texts differ, with what comes before and after. */
function difference(light: string, exact: string): string {
  let at = 0
  while (light[at] === exact[at]) at++
  const around = (text: string): string => text.slice(Math.max(0, at - 120), at + 120)
  return `…${around(light)}… instead of …${around(exact)}…`
}
